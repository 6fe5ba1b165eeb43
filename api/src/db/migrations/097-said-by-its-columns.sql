-- A transfer's columns say everything that its hash said: another movement under the same request id is told by them.
-- The column stays for as long as a process of the version before may write it.
alter table ledger_transfer alter column body_hash drop not null;
