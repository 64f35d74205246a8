"""What a text says, whatever the program: words, amounts, actions, materials, names."""
