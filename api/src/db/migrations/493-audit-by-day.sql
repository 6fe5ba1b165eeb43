-- outside a transaction
-- The log is filtered by days. Lines come in about the order of their times, so it costs an insert little.
create index concurrently audit_event_at on audit_event (at);
