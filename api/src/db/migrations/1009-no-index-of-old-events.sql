-- outside a transaction
-- The nightly deletion reads the table once, page by page (decision 234). The index only had to be written.
drop index concurrently if exists change_event_at;
