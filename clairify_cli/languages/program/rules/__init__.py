"""The rules of programs, PRG."""
