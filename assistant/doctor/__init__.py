"""What works on this machine and what does not, each with a remedy. Nothing here raises."""
