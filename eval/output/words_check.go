package output

import (
	"fmt"
	"reflect"
	"slices"
)

// checkTexts refuses texts that are missing, and slots that are never filled.
func checkTexts(groups ...any) error {
	for _, group := range groups {
		v := reflect.ValueOf(group)
		for i := range v.NumField() {
			name := v.Type().Field(i).Tag.Get("json")
			if v.Field(i).Kind() != reflect.String {
				continue
			}
			text := v.Field(i).String()
			if text == "" {
				return fmt.Errorf("the words %q are missing", name)
			}
			known := slotsOf(v.Type().Name(), name)
			if err := checkSlots(text, known); err != nil {
				return fmt.Errorf("the words %q: %w", name, err)
			}
			for _, slot := range known {
				if fill(text, slot, "\x00") == fill(text) && !slices.Contains([]string{"number"}, slot) {
					return fmt.Errorf("the words %q lack the slot {%s}", name, slot)
				}
			}
		}
	}
	return nil
}

// slotsOf are the slots of one of the words.
func slotsOf(group, name string) []string {
	switch group + "." + name {
	case "feedbackWords.problem":
		return []string{"message"}
	case "feedbackWords.pointer":
		return []string{"pointer", "message"}
	case "feedbackWords.root":
		return []string{"message"}
	case "feedbackWords.line":
		return []string{"line", "message"}
	case "feedbackWords.more":
		return []string{"count"}
	case "promptWords.json_section", "promptWords.json_section_bare":
		return []string{"heading"}
	case "promptWords.section":
		return []string{"number", "heading"}
	case "promptWords.value", "valueWords.others", "valueWords.item", "valueWords.further":
		return []string{"what"}
	case "promptWords.at_least", "promptWords.at_most", "valueWords.at_least", "valueWords.at_most":
		return []string{"limit", "unit"}
	case "promptWords.fences":
		return []string{"allowed"}
	case "valueWords.of_type":
		return []string{"type"}
	case "valueWords.choice":
		return []string{"values"}
	case "valueWords.constant":
		return []string{"value"}
	case "valueWords.minimum", "valueWords.maximum", "valueWords.above", "valueWords.below", "valueWords.multiple":
		return []string{"limit"}
	case "valueWords.pattern":
		return []string{"pattern"}
	case "valueWords.format":
		return []string{"format"}
	case "valueWords.required", "valueWords.optional", "valueWords.definition":
		return []string{"name", "what"}
	case "valueWords.position":
		return []string{"number", "what"}
	case "valueWords.reference":
		return []string{"name"}
	case "valueWords.schema":
		return []string{"schema"}
	}
	return nil
}
