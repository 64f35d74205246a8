"""The English that readers and the check against the text share: tokens, numbers, units, word forms, the lexicon.

Characters and tokens: `plain` undoes what happened to the characters; `quantities`, `numbers` and `names` find numbers
with units, numbers in words and systematic names; `tokens` makes the tokens, `sentences` and `headings` part the text.
Words are data, in `lexicon/*.toml`, which `lexicon` reads with the forms that `morphology` makes; `baths` are words for
temperatures, and `misspelt` knows a verb in spite of its spelling.
"""
