-- outside a transaction
-- The log is filtered by who acted.
create index concurrently audit_event_user on audit_event (user_id, id desc);
