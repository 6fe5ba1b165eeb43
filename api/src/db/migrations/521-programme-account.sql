-- The programme's own side of a tariff: outside of a company's money, as its bank and its networks are.
alter table ledger_account drop constraint ledger_account_kind_check,
  add constraint ledger_account_kind_known
  check (kind in ('bank', 'unallocated', 'in-transit', 'partner', 'debt', 'card', 'network', 'programme')) not valid;
