"""What all commands share: options made from requests, help pages, completion."""
