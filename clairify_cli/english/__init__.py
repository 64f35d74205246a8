"""English shared by the readers and the check against the text: tokens, numbers, units, word forms, the lexicon.

Characters and tokens: `plain` repairs damaged characters; `quantities`, `numbers` and `names` find numbers with units,
numbers in words and systematic names; `tokens` makes the tokens; `sentences` and `headings` split the text.
Words are data, in `lexicon/*.toml`, which `lexicon` reads with the forms that `morphology` makes; `baths` are words for
temperatures, and `misspelt` recognises misspelled verbs.
"""
