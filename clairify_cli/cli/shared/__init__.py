"""Parts shared by all commands: options made from requests, help pages, completion."""
