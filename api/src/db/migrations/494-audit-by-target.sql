-- outside a transaction
-- The log is searched by what was concerned, most lines name nothing.
create index concurrently audit_event_targets on audit_event using gin (targets jsonb_path_ops) where targets <> '[]';
