-- outside a transaction
-- A document is corrected once; what is wrong with a correction is corrected by a correction of it.
create unique index concurrently month_document_replaced_once on month_document (replaces_id) where replaces_id is not null;
