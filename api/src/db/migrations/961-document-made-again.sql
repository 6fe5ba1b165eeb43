-- outside a transaction
-- A month has one valid document of a network and kind. A withdrawn one stays beside the one that is made again.
create unique index concurrently month_document_valid_once on month_document (company_id, partner_id, month, kind)
  where kind is not null and withdrawn_at is null;
