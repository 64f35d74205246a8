"""The models: whatever turns messages into a reply. One file per way of getting an answer."""
