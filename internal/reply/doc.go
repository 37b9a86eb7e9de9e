// Package reply reads what a model returned: text, or a provider's message
// around it, down to the single actions as they were written.
//
// [Read] takes a text in the form of the claim contract, [ReadMessage] a
// message in one of the envelopes that [Recognise] knows. Both give a [Reply]:
// the actions as trees with positions in the reply, the leniencies that were
// used, findings that a strict reader would refuse, and whether the reply is
// known to be whole. What an action must look like is for rules to say; here a
// field that cannot be read leniently stays as it was written.
//
// Which leniencies are allowed, their words and the limits are data, decoded by
// [Decode] from the table claim.leniencies. The work is linear in the length of
// the reply.
package reply
