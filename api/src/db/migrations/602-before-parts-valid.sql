-- Reads both tables once beside those who use them, so that they are attached without being read again.
alter table ledger_entry validate constraint ledger_entry_before_parts;
alter table ledger_transfer validate constraint ledger_transfer_before_parts;
