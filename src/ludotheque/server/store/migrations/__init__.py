"""Steps that bring a database to the present schema. They run at every start and are part of the wheel."""
