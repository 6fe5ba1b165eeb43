-- As 600. One table a file: whoever holds one lock and waits for another may wait in a ring with a reader of both.
alter table ledger_transfer add constraint ledger_transfer_before_parts check (id < 2400000000000) not valid;
