-- Autovacuum never counts a table in parts as a whole, and the planner needs it.
analyze ledger_transfer;
analyze ledger_entry;
