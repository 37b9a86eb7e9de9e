package linkml

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/doc"
)

// documentationText, documentationTexts and documentationAny are the metaslots that describe and change nothing about
// what is valid. They are read for their shape only. Names: LinkML metamodel 1.11, common_metadata.
const (
	documentationText = `deprecated from_schema imported_from source in_language definition_uri conforms_to
		created_by created_on last_updated_on modified_by status singular_name slot_group role
		string_serialization deprecated_element_has_exact_replacement deprecated_element_has_possible_replacement
		license metamodel_version source_file source_file_date generation_date title description`
	documentationTexts = `id_prefixes implements instantiates todos notes comments in_subset see_also aliases mappings exact_mappings
		close_mappings related_mappings narrow_mappings broad_mappings contributors categories keywords
		default_curi_maps emit_prefixes values_from`
	documentationAny = `rank examples alt_descriptions structured_aliases extensions local_names source_file_size unit`
)

// Names of metaslots by metaclass that we know and do not evaluate. A schema that uses one is refused, unless the
// caller asks for the list instead; only their null form is harmless.
const (
	definitionNames = `is_a abstract mixin mixins apply_to values_from string_serialization id_prefixes_are_closed`
	slotNames       = `domain domain_of owner array inherited readonly ifabsent list_elements_unique list_elements_ordered
		shared key identifier designates_type alias slot_uri subproperty_of symmetric reflexive locally_reflexive
		irreflexive asymmetric transitive inverse is_class_field transitive_form_of reflexive_transitive_form_of
		is_usage_slot usage_slot_name relational_role is_grouping_slot path_rule disjoint_with
		children_are_mutually_disjoint union_of type_mappings`
	slotExpressionNames = `range range_expression enum_range bindings required recommended multivalued inlined
		inlined_as_list minimum_value maximum_value pattern structured_pattern implicit_prefix value_presence
		equals_string equals_string_in equals_number equals_expression exact_cardinality minimum_cardinality
		maximum_cardinality has_member all_members none_of exactly_one_of any_of all_of`
	classNames = `slots slot_usage attributes class_uri subclass_of union_of defining_slots tree_root unique_keys
		rules classification_rules slot_names_unique represents_relationship disjoint_with
		children_are_mutually_disjoint extra_slots alias`
	classExpressionNames = `any_of exactly_one_of none_of all_of slot_conditions is_a`
	typeNames            = `typeof base uri repr union_of`
	typeExpressionNames  = `pattern structured_pattern implicit_prefix equals_string equals_string_in equals_number
		minimum_value maximum_value none_of exactly_one_of any_of all_of`
	enumNames = `enum_uri code_set code_set_tag code_set_version pv_formula permissible_values include minus inherits
		reachable_from matches concepts`
	schemaNames = `id name version imports prefixes default_prefix default_range subsets types enums slots classes
		slot_names_unique settings bindings annotations`
	elementNames = `name annotations`
)

// metaslotNames returns the metaslots of a metaclass apart from those that only document.
func metaslotNames(metaclass string) string {
	switch metaclass {
	case "schema_definition":
		return schemaNames
	case "class_definition":
		return elementNames + " " + definitionNames + " " + classNames + " " + classExpressionNames
	case "slot_definition":
		return elementNames + " " + definitionNames + " " + slotNames + " " + slotExpressionNames
	case "anonymous_slot_expression":
		return slotExpressionNames
	case "anonymous_class_expression":
		return classExpressionNames
	case "type_definition":
		return elementNames + " " + typeNames + " " + typeExpressionNames
	case "anonymous_type_expression":
		return typeExpressionNames
	case "enum_definition":
		return elementNames + " " + definitionNames + " " + enumNames
	case "permissible_value":
		return "text meaning is_a mixins annotations"
	case "class_rule":
		return "preconditions postconditions elseconditions bidirectional open_world deactivated"
	case "unique_key":
		return "unique_key_name unique_key_slots consider_nulls_inequal"
	case "subset_definition":
		return elementNames
	case "extra_slots_expression":
		return "allowed range_expression"
	case "pattern_expression":
		return "syntax interpolated partial_match"
	case "array_expression":
		return "exact_number_dimensions minimum_number_dimensions maximum_number_dimensions dimensions"
	case "dimension_expression":
		return "alias exact_cardinality minimum_cardinality maximum_cardinality"
	}
	return ""
}

// isMetaslot reports whether the metamodel has this metaslot on this metaclass.
func isMetaslot(metaclass, name string) bool {
	return hasWord(metaslotNames(metaclass), name) || documentationShape(name) != ""
}

func hasWord(words, word string) bool { return slices.Contains(strings.Fields(words), word) }

// documentationShape returns text, texts or any for a metaslot that only documents, and "" for any other.
func documentationShape(name string) string {
	switch {
	case hasWord(documentationText, name):
		return "text"
	case hasWord(documentationTexts, name):
		return "texts"
	case hasWord(documentationAny, name):
		return "any"
	}
	return ""
}

// documentation reads a metaslot that only documents, and reports whether it is one.
func (r *reader) documentation(f *doc.Field) bool {
	shape := documentationShape(f.Key)
	switch {
	case shape == "":
		return false
	case f.Value.Kind == doc.Null:
	case shape == "text":
		r.text(f.Value)
	case shape == "texts" && f.Value.Kind != doc.Map:
		r.texts(f.Value)
	}
	return true
}
