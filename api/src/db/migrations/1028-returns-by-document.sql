-- outside a transaction
create index concurrently month_document_returns on month_document (replaces_id) where is_return;
