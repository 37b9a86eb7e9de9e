package pilots.authz

default allow := false

allow if {
	input.args.licence == "open sea"
}

allow if {
	input.args.licence == "harbour"
	input.args.waters == "inner"
}
