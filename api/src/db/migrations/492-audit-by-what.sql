-- outside a transaction
-- The log is filtered by the deed.
create index concurrently audit_event_what on audit_event (what, id desc);
