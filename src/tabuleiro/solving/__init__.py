"""What is known for certain: small boards solved whole, endings by a perfect index."""
