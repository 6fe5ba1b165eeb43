-- outside a transaction
-- The log folds the lines of one request into the first one.
create index concurrently audit_event_request on audit_event (request_id, id) where request_id is not null;
