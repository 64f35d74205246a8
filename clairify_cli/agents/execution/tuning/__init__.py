"""What is tried otherwise: values of skills, retries and better programs."""
