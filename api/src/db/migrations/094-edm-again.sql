-- A document that the operator did not take is handed over again, ever more rarely, and then waits for a person.
alter table edm_message add column attempts int not null default 0;
create index edm_message_stuck on edm_message (asked_at) where state in ('queued', 'failed');
