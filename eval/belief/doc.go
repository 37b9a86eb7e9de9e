// Package belief keeps what is believed between the turns of a run: the values
// of keys, on what they rest, which of them are held, and how sure they are.
//
// A Base is a belief state with the rules of a bundle. It becomes the beliefs
// of a context ([Base.NewContext]), takes in a turn that was decided
// ([Base.Apply]), the results of the calls that were accepted in it
// ([Base.Return], [Base.Raise]) and what people say ([Base.Assert],
// [Base.Retract]). What loses its support is out, with everything that rests
// on it, and can be derived again ([Base.Rederive]). [Base.Explain] shows a
// proof, [Base.Verify] checks one again. A [Store] is the state file.
//
// A Base is not changed once it is made: every operation returns another, with
// a [schema.StateUpdate] that says what it did. Nothing here reads a clock, and
// the same operations give the same bytes.
package belief
