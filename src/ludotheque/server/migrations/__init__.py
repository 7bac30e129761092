"""Steps that bring a database to the present schema; run at every start, carried by the wheel."""
