"""What to answer: context, tools and their permissions, chat models, the offline grounded model."""
