-- outside a transaction
-- A document has one valid correction by staff, and any number of returns.
create unique index concurrently month_document_corrected_once
  on month_document (replaces_id, (case when withdrawn_at is null then 0 else id end))
  where replaces_id is not null and not is_return;
