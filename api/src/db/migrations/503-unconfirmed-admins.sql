-- outside a transaction
-- Which companies' admins nobody has confirmed: a filter of the staff's list of requests.
create index concurrently company_admin_unconfirmed on company (id) where admin_unconfirmed;
