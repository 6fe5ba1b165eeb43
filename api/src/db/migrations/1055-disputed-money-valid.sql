alter table ledger_account validate constraint ledger_account_kind_known;
alter table dispute validate constraint dispute_held_positive;
