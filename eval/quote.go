package eval

import "github.com/contractc/contractc/internal/quote"

// QuoteResult is what is known of a citation.
type QuoteResult struct {
	// Found is whether the quote stands in the document.
	Found bool
	// Stated is whether the quote states the value. False where none is given.
	Stated bool
	// Checked is false where the rules in force accept the value unchecked, as
	// claim@1 does with null, lists and objects.
	Checked bool
	// Reasons say why the value is not stated: kind, sign, scale, rounding,
	// part, wording or absent. Each has a rule, such as claim.value_sign.
	Reasons []string
}

// Quote looks for a quote in a document, as the rules in force do.
func (e *Engine) Quote(document, text string) (result QuoteResult, err error) {
	defer recovered(&err)
	opt, err := e.quotes()
	if err != nil {
		return QuoteResult{}, err
	}
	return QuoteResult{Found: quote.NewDocument(document, opt.Normalisation).Find(text)}, nil
}

// QuoteValue looks for a quote in a document and says whether it states a
// value, a plain JSON value whose numbers are json.Number.
func (e *Engine) QuoteValue(document, text string, value any) (result QuoteResult, err error) {
	defer recovered(&err)
	if result, err = e.Quote(document, text); err != nil {
		return result, err
	}
	opt, err := e.quotes()
	if err != nil {
		return QuoteResult{}, err
	}
	j := opt.Judge(text, value)
	result.Stated, result.Checked = j.Stated, j.Checked
	for _, r := range j.Reasons {
		result.Reasons = append(result.Reasons, string(r))
	}
	return result, nil
}
