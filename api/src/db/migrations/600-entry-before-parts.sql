-- The ledger is kept in parts (docs/decisions/0060-the-ledger-in-parts.md). What is there stays where it is and becomes the
-- first part, which ends at this number.
alter table ledger_entry add constraint ledger_entry_before_parts check (transfer_id < 2400000000000) not valid;
