"""From text to tree: words, brackets put right, sections, actions, formulas, facts."""
