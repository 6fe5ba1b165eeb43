-- Orders and documents of a sandbox (decision 101) are of network 99 as its cards are, and nobody else's ever are.
create trigger sandbox_apart before insert or update of partner_id, company_id on card_request_item
  for each row execute function hold_sandbox_apart();
create trigger sandbox_apart before insert or update of partner_id, company_id on month_document
  for each row execute function hold_sandbox_apart();
-- How many a company has made of late.
create index sandbox_of_parent_made on sandbox (parent_id, made_at);
-- An admin of the parent has a webhook of the sandbox made, in the parent's log.
grant insert on webhook to magistral_system;
