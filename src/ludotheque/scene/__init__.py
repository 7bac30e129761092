"""Scenes: what an audience sees, as data, and the code that draws a scene as SVG or text."""
