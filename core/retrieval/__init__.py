"""Finding text: bigrams, by sound, dense, fusion. Used by memory, knowledge and journal search alike."""
