-- Whom a deed concerned, and what was there before and after it: only the fields that changed.
alter table audit_event
  add column targets jsonb not null default '[]',
  add column before jsonb,
  add column after jsonb;
