// Package wire writes a bundle's index as bytes and reads them back: what a built bundle carries, so that loading it parses nothing. The same index
// gives the same bytes. The bytes begin with a fingerprint of the Go types behind them, so that a program whose index has another form does not
// misread them. Whoever reads them must know that they come from whom he trusts, since they say what the bundle's rules mean.
package wire
