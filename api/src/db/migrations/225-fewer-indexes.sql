-- Every row of a posting is entered into each index of its table, which costs more than the row itself. Nobody lists the
-- distributions of a company, and the transfers of a distribution are looked for by the nightly check alone, all at once.
drop index distribution_company;
drop index ledger_transfer_subject;
create index ledger_transfer_subject on ledger_transfer (subject_kind, subject_id) where subject_kind <> 'distribution';

-- Names for programs: they are compared as bytes. The cluster's own order is that of Russian words.
alter table ledger_transfer alter column request_id type text collate "C", alter column subject_kind type text collate "C";
alter table idempotent_request alter column key type text collate "C";
