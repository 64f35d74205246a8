"""What is wrong with a program: findings, their rules, how they are silenced, mended, chosen and shown."""
