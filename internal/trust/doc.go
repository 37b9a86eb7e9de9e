// Package trust decides whether a bundle may be decided with: by the signatures of keys that somebody trusts, by pins, by the time until which
// signatures count, and by the latest version that was seen. What it goes by stands in a file outside the bundles, and time is given to it.
package trust
