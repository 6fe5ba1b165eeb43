-- outside a transaction
-- The cards of a group, which few cards are put into.
create index concurrently card_group on card (company_id, group_id) where group_id is not null;
