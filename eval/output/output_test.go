package output_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval/output"
	"github.com/contractc/contractc/schema"
)

// embedded is the catalog of the default bundle.
func embedded(t testing.TB) *catalog.Catalog {
	t.Helper()
	from, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return from
}

// load is a contract of the default bundle.
func load(t testing.TB, id string) *output.Contract {
	t.Helper()
	c, err := output.Load(embedded(t), id)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// read is a contract of a text.
func read(t testing.TB, text string) *output.Contract {
	t.Helper()
	c, problems := output.Read(embedded(t), "contract.yaml", []byte("kind: OutputContract\nid: test.reply\nversion: 1.0.0\ntext: A reply.\n"+text))
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return c
}

// scripted is a model that gives replies in turn, and keeps what it was asked.
type scripted struct {
	replies []string
	asked   []output.Question
}

func (s *scripted) ask(_ context.Context, q output.Question) (output.Reply, error) {
	s.asked = append(s.asked, q)
	return output.Reply{Text: []byte(s.replies[min(len(s.asked), len(s.replies))-1])}, nil
}

// The parts of a report that conforms to output.change_report.
const (
	summary = "## Summary\nThe limit is read once.\n"
	files   = "## Changed files\n- limit.go\n"
	diff    = "## Diff\n```diff\n-limit := read()\n```\n"
)

// TestSkippedSection: a model whose first reply skips a section is told exactly
// that, and mends it.
func TestSkippedSection(t *testing.T) {
	c := load(t, "output.change_report")
	model := &scripted{replies: []string{summary + files, summary + files + diff}}
	transcript, err := c.Enforce(context.Background(), "Read the limit once.", output.Options{}, model.ask)
	if err != nil || len(model.asked) != 2 || *transcript.Reply != summary+files+diff || *transcript.Outcome != schema.OutputOutcomeConforms {
		t.Fatalf("%v after %d questions: %+v", err, len(model.asked), transcript)
	}
	const violation = `The section "## Diff" is missing.`
	first, second := model.asked[0], model.asked[1]
	if strings.Contains(first.Text, violation) || !strings.Contains(second.Text, violation) || !strings.Contains(second.Feedback, violation) {
		t.Errorf("the questions are\n%+v\n%+v", first, second)
	}
	if first.Text != "Read the limit once.\n\n"+c.Prompt() || strings.Contains(second.Feedback, "At most") || strings.Count(second.Text, c.Prompt()) > 1 {
		t.Errorf("the contract is not told exactly once:\n%+v\n%+v", first, second)
	}
	if !strings.Contains(second.Text, summary+files[:len(files)-1]) {
		t.Errorf("the second question does not show the reply that it is about:\n%q", second.Text)
	}
}

// TestNeverConforms: a model that never complies is asked three times, and the
// loop fails loudly.
func TestNeverConforms(t *testing.T) {
	retries := 2
	for _, options := range []output.Options{{}, {Retries: &retries}} {
		model := &scripted{replies: []string{"No."}}
		transcript, err := load(t, "output.change_report").Enforce(context.Background(), "", options, model.ask)
		var none *output.NotConformingError
		if !errors.As(err, &none) || len(model.asked) != 3 || none.Attempts != 3 || none.Outcome != schema.OutputOutcomeFail || transcript.Reply != nil {
			t.Errorf("%v after %d questions: %+v", err, len(model.asked), transcript)
		}
		if len(transcript.Attempts) != 3 || transcript.Attempts[2].Findings == nil || *transcript.Attempts[2].Step != schema.OutputStepFail {
			t.Errorf("the transcript has %+v", transcript.Attempts)
		}
	}
}

// TestChallenge: a model that mends one problem at each retry needs three attempts
// where a section is too long and another is missing, and the loop stops there.
func TestChallenge(t *testing.T) {
	c := read(t, "sections:\n  headings:\n    - {heading: Summary, max_words: 5}\n    - {heading: Changed files}\n    - {heading: Diff}\nladder: [retry, retry, retry, retry, fail]\n")
	long := "## Summary\none two three four five six\n"
	model := &scripted{replies: []string{long + files, long + files + diff, summary + files + diff}}
	transcript, err := c.Enforce(context.Background(), "", output.Options{}, model.ask)
	if err != nil || len(model.asked) != 3 || len(transcript.Attempts) != 3 {
		t.Fatalf("%v after %d questions", err, len(model.asked))
	}
	want := [][]string{{"section.long", "section.missing"}, {"section.long"}, {}}
	for i, a := range transcript.Attempts {
		found := []string{}
		for _, p := range a.Findings.Problems {
			found = append(found, p.Code)
		}
		if diff := cmp.Diff(want[i], found); diff != "" {
			t.Errorf("attempt %d (-want +got):\n%s", i+1, diff)
		}
	}
	if told := model.asked[2].Feedback; !strings.Contains(told, "has 6 words and may have at most 5") || strings.Contains(told, "Diff") {
		t.Errorf("the third question says\n%s", told)
	}
}

// TestReadJSON: the replies of models that a plain JSON reader stops at.
func TestReadJSON(t *testing.T) {
	c := read(t, `json:
  schema: {type: object, required: [name, count], properties: {name: {type: string}, count: {type: integer}}}
`)
	for _, tc := range []struct {
		reply string
		want  []string
		edits int
	}{
		{`{"name": "a", "count": 1}`, nil, 0},
		{`Sure! {"name": "a } b", "count": 1} Done.`, nil, 1},
		{"```json\n{\"name\": \"a\", \"count\": 1}\n```", nil, 1},
		{`{"name": "a", "count": 1,}`, nil, 1},
		{`{"name": "a"}`, []string{`the value: the member "count" is missing`}, 0},
		{`{"name": 1, "count": "x"}`, []string{"/name: must be a string, and is 1", `/count: must be an integer, and is "x"`}, 0},
		{"I cannot do that.", []string{"There is no JSON value in the reply."}, 0},
		{`{"name": "a", "count": }`, []string{"line 1: The JSON cannot be read: the key here has no value."}, 0},
	} {
		found := c.Check(context.Background(), output.Reply{Text: []byte(tc.reply)})
		if found.Conforms != (tc.want == nil) || len(found.Edits) != tc.edits || len(found.Problems) != len(tc.want) || found.Error != nil {
			t.Errorf("%s: %+v", tc.reply, found)
		}
		for _, line := range tc.want {
			if !strings.Contains(found.Feedback, "- "+line) {
				t.Errorf("%s: the feedback lacks %q:\n%s", tc.reply, line, found.Feedback)
			}
		}
		if found.Conforms && (found.Feedback != "" || found.Value == nil) {
			t.Errorf("%s: %+v", tc.reply, found)
		}
	}
}

// TestStopReasonFirst: a reply that was cut is that, in every envelope, even where
// what came of it would conform.
func TestStopReasonFirst(t *testing.T) {
	c := load(t, "output.review")
	const good = `{"verdict": "approve", "summary": "x", "findings": []}`
	quoted := strings.ReplaceAll(good, `"`, `\"`)
	for name, tc := range map[string]struct {
		reply string
		stop  schema.StopReason
		want  string
	}{
		"text":           {good, schema.StopReasonLength, "reply.length"},
		"whole text":     {good, schema.StopReasonEnd, ""},
		"anthropic":      {`{"type": "message", "role": "assistant", "content": [{"type": "text", "text": "` + quoted + `"}], "stop_reason": "end_turn"}`, "", ""},
		"anthropic, cut": {`{"type": "message", "role": "assistant", "content": [{"type": "text", "text": "` + quoted + `"}], "stop_reason": "max_tokens"}`, "", "reply.length"},
		"a refusal":      {`{"type": "message", "role": "assistant", "content": [{"type": "text", "text": "No."}], "stop_reason": "refusal"}`, "", "reply.refusal"},
		"openai, cut":    {`{"choices": [{"message": {"role": "assistant", "content": "` + quoted + `"}, "finish_reason": "length"}]}`, "", "reply.length"},
		"gemini, cut":    {`{"candidates": [{"content": {"parts": [{"text": "` + quoted + `"}]}, "finishReason": "MAX_TOKENS"}]}`, "", "reply.length"},
		"only a call":    {`{"type": "message", "role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "t", "input": {}}], "stop_reason": "tool_use"}`, "", "reply.empty"},
	} {
		found := c.Check(context.Background(), output.Reply{Text: []byte(tc.reply), StopReason: tc.stop})
		got := ""
		if len(found.Problems) > 0 {
			got = found.Problems[0].Code
		}
		if got != tc.want || found.Conforms != (tc.want == "") || len(found.Problems) > 1 {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

// TestOffsets: places in a message are those of the message as it came.
func TestOffsets(t *testing.T) {
	message := `{"choices": [{"message": {"role": "assistant", "content": "Verdict:\n{\"verdict\": 7}"}, "finish_reason": "stop"}]}`
	found := load(t, "output.review").Check(context.Background(), output.Reply{Text: []byte(message)})
	for _, p := range found.Problems {
		if p.Pointer != nil && *p.Pointer == "/verdict" {
			if message[*p.Offset:*p.Offset+1] != "7" || *p.Line != 2 || *p.Column != 13 {
				t.Errorf("the place of %+v is wrong", p)
			}
			return
		}
	}
	t.Errorf("%+v", found)
}

// TestEnvelopeAsked: a reply that is no message of the envelope that is asked for
// conforms to nothing.
func TestEnvelopeAsked(t *testing.T) {
	c := load(t, "output.review")
	found := c.Check(context.Background(), output.Reply{Text: []byte(`{"verdict": "approve", "summary": "x", "findings": []}`), From: "openai-chat"})
	if found.Conforms || found.Problems[0].Code != "reply.envelope" {
		t.Errorf("%+v", found)
	}
	if found := c.Check(context.Background(), output.Reply{From: "letter"}); found.Error == nil || found.Conforms || found.Feedback != "" {
		t.Errorf("an envelope that does not exist: %+v", found)
	}
}

// TestLadders goes through the steps of ladders.
func TestLadders(t *testing.T) {
	const form = "json: {schema: {type: object, required: [a]}}\nexamples: [{reply: {a: 1}}]\n"
	for _, tc := range []struct {
		ladder  string
		retries int // −1 for what the ladder says
		steps   string
		outcome schema.OutputOutcome
	}{
		{"", -1, "retry retry fail", "fail"},
		{"ladder: [fail]", -1, "fail", "fail"},
		{"ladder: [fail]", 5, "fail", "fail"},
		{"ladder: [retry, retry_with_example, ask]", -1, "retry retry_with_example ask", "ask"},
		{"ladder: [retry, retry_with_example, ask]", 0, "ask", "ask"},
		{"ladder: [retry, retry_with_example, ask]", 1, "retry ask", "ask"},
		{"ladder: [retry, retry_with_example, ask]", 4, "retry retry_with_example retry_with_example retry_with_example ask", "ask"},
		{"ladder: [retry, fallback]\nfallback: '{\"a\": 0}'", -1, "retry fallback", "fallback"},
	} {
		model := &scripted{replies: []string{"No."}}
		options := output.Options{}
		if tc.retries >= 0 {
			options.Retries = &tc.retries
		}
		transcript, err := read(t, form+tc.ladder).Enforce(context.Background(), "", options, model.ask)
		var steps []string
		for _, a := range transcript.Attempts {
			steps = append(steps, string(*a.Step))
		}
		if strings.Join(steps, " ") != tc.steps || *transcript.Outcome != tc.outcome || int(transcript.MaxRetries) != len(steps)-1 {
			t.Errorf("%s, %d: %v, %+v", tc.ladder, tc.retries, err, transcript)
		}
		if fallback := tc.outcome == "fallback"; (err == nil) != fallback || fallback && *transcript.Reply != `{"a": 0}` {
			t.Errorf("%s: %v", tc.ladder, err)
		}
		for i, q := range model.asked {
			if shown := strings.Contains(q.Feedback, `{"a":1}`); shown != (i > 0 && steps[i-1] == "retry_with_example") {
				t.Errorf("%s: question %d shows the example: %v", tc.ladder, i+1, shown)
			}
		}
	}
}

// TestConversation: a model that remembers is sent what is new alone.
func TestConversation(t *testing.T) {
	model := &scripted{replies: []string{"No."}}
	transcript, _ := load(t, "output.review").Enforce(context.Background(), "Review it.", output.Options{Conversation: true, Told: true}, model.ask)
	if model.asked[0].Text != "Review it.\n" || model.asked[1].Text != model.asked[1].Feedback || transcript.Attempts[1].Prompt != model.asked[1].Feedback {
		t.Errorf("%+v", model.asked)
	}
}

// TestErrorsOfTheLoop: what is no fault of a reply is an error, and no outcome of
// a reply.
func TestErrorsOfTheLoop(t *testing.T) {
	c := load(t, "output.review")
	model := &scripted{replies: []string{"No."}}
	many, broken := 1000, errors.New("broken")
	ended, stop := context.WithCancel(context.Background())
	stop()
	for name, run := range map[string]func() (*schema.OutputTranscript, error){
		"too many retries": func() (*schema.OutputTranscript, error) {
			return c.Enforce(context.Background(), "", output.Options{Retries: &many}, model.ask)
		},
		"the context has ended": func() (*schema.OutputTranscript, error) { return c.Enforce(ended, "", output.Options{}, model.ask) },
		"the model fails": func() (*schema.OutputTranscript, error) {
			return c.Enforce(context.Background(), "", output.Options{}, func(context.Context, output.Question) (output.Reply, error) { return output.Reply{}, broken })
		},
		"the model panics": func() (*schema.OutputTranscript, error) {
			return c.Enforce(context.Background(), "", output.Options{}, func(context.Context, output.Question) (output.Reply, error) { panic("x") })
		},
		"the attempts cannot be kept": func() (*schema.OutputTranscript, error) {
			return c.Enforce(context.Background(), "", output.Options{Keep: func(*schema.OutputTranscript) error { return broken }}, model.ask)
		},
	} {
		transcript, err := run()
		var none *output.NotConformingError
		if err == nil || errors.As(err, &none) || *transcript.Outcome != schema.OutputOutcomeError || transcript.Error == nil || transcript.Reply != nil {
			t.Errorf("%s: %v, %+v", name, err, transcript)
		}
	}
}

// TestKeep: every attempt is kept before the next one is made.
func TestKeep(t *testing.T) {
	model, kept := &scripted{replies: []string{"No."}}, []int{}
	_, err := load(t, "output.change_report").Enforce(context.Background(), "", output.Options{Keep: func(transcript *schema.OutputTranscript) error {
		kept = append(kept, len(transcript.Attempts)*10+len(model.asked))
		if _, err := transcript.MarshalJSON(); err != nil {
			return err
		}
		return nil
	}}, model.ask)
	if diff := cmp.Diff([]int{0, 11, 22, 33}, kept); diff != "" || err == nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// TestManyProblemsAreCounted: a model is told some problems and how many more
// there are.
func TestManyProblemsAreCounted(t *testing.T) {
	c := read(t, "json: {schema: {type: array, items: {type: integer}}}\n")
	found := c.Check(context.Background(), output.Reply{Text: []byte("[" + strings.Repeat(`"x",`, 1499) + `"x"]`)})
	if len(found.Problems) != 1000 || *found.More != 500 || !strings.HasSuffix(found.Feedback, "\n- and 1480 more") || strings.Count(found.Feedback, "\n") != 21 {
		t.Errorf("%d problems, feedback:\n%s", len(found.Problems), found.Feedback)
	}
}

// TestNotFound: a contract that is not there.
func TestNotFound(t *testing.T) {
	_, err := output.Load(embedded(t), "output.nothing")
	var missing *output.NotFoundError
	if !errors.As(err, &missing) || !strings.Contains(fmt.Sprint(err), "output.review") {
		t.Errorf("%v", err)
	}
}
