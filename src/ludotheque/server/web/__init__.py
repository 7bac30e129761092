"""HTTP and WebSockets: what browsers and programs ask, and what they are answered."""
