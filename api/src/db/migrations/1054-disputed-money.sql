-- Money that the operator sets aside for a dispute: from what it may have to give back, to the client's money on hold.
alter table ledger_account
  drop constraint ledger_account_kind_known,
  add constraint ledger_account_kind_known check (kind in ('bank', 'unallocated', 'in-transit', 'partner', 'debt', 'card',
    'network', 'programme', 'hold', 'dispute-reserve', 'dispute-hold')) not valid;

-- What was put on hold; it stays written down after the dispute has ended.
alter table dispute
  add column held_kopecks bigint,
  add constraint dispute_held_positive check (held_kopecks > 0) not valid;
