-- outside a transaction
-- A document has one valid correction. Withdrawn ones stay beside the one that is published after them.
create unique index concurrently month_document_corrections
  on month_document (replaces_id, (case when withdrawn_at is null then 0 else id end)) where replaces_id is not null;
