-- outside a transaction
-- Staff read all clients in the order of their titles, a page at a time.
create index concurrently company_client_title on company (title, id) where client_since is not null;
