# Written beside the others: their rule allows, and this one says what denies.
package pilots.gate

deny contains "no licence for these waters" if {
	not data.pilots.authz.allow
}
