-- Asking a network to issue an item's cards: how often it was asked, when it is to be asked again, and why it refused.
alter table card_request_item
  add column attempts int not null default 0,
  add column next_attempt_at timestamptz,
  add column issue_refusal text;
create index card_request_item_waiting on card_request_item (next_attempt_at) where issued_at is null;
-- One line for each network: an order that names a network twice is summed before it is stored.
create unique index card_request_item_partner on card_request_item (request_id, partner_id);
create index card_request_status on card_request (status_id, id desc);
create index card_request_item_of_card on card (request_item_id);
