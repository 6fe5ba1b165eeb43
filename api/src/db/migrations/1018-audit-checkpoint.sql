-- The checkpoint of the nightly check of the audit log (docs/decisions/0230): the end of the chain that it found right. A later
-- check compares the seal of that place and reads nothing before it. The first check after this migration reads everything.
alter table audit_chain
  add column checked_hash bytea not null default '\x',
  add column checked_through_id bigint not null default 0,
  add column checked_missing jsonb not null default '[]';
