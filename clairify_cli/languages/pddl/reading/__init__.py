"""From text to tree: words, brackets corrected, sections, actions, formulas, facts."""
