"""A seat's view as data, and two pens that draw it: SVG and text."""
