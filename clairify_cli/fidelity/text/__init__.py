"""The contents of a text, independent of any program: words, amounts, actions, materials, names."""
