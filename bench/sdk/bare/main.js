// An app with a network and nothing else.
