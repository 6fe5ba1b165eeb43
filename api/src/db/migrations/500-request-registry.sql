-- What the register said of the company when cards were ordered: staff decide by it.
alter table card_request add column registry jsonb;
-- Approved, and taken back before its cards were issued: then it is rejected, with the reason that the company reads.
alter table card_request add column withdrawn_at timestamptz;
