"""The models, which turn messages into a reply. One file per kind of model."""
