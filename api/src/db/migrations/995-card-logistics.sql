-- Blank cards that came from a network's factory, and those that were written off (a negative count). Rows are only ever added.
create table card_stock_change (
  id bigint generated always as identity primary key,
  partner_id int not null references partner,
  count int not null check (count <> 0),
  day date not null,
  note text not null,
  entered_by bigint not null references app_user,
  entered_at timestamptz not null
);
create index card_stock_change_partner on card_stock_change (partner_id, id);
create index card_stock_change_entered_by on card_stock_change (entered_by);
select only_grows('card_stock_change');
grant select, insert on card_stock_change to magistral_system;

-- How cards are handed over; one row.
create table card_logistics (
  is_only boolean primary key default true check (is_only),
  -- Cards that are issued from now on work once their client has confirmed that he has them.
  activates_on_receipt boolean not null default false,
  -- Fewer blank cards of a network than this are few.
  low_below int not null default 50 check (low_below >= 0)
);
insert into card_logistics default values;
grant select, update on card_logistics to magistral_system;

-- The plastic cards of an order on their way to the client. Written when the last of them is issued.
create table card_shipment (
  request_id bigint primary key references card_request,
  company_id bigint not null references company,
  cards int not null check (cards > 0),
  ready_at timestamptz not null,
  carrier text,
  tracking text,
  sent_on date,
  sent_by bigint references app_user,
  sent_at timestamptz,
  delivered_on date,
  delivered_by bigint references app_user,
  received_at timestamptz,
  received_by bigint references app_user,
  check ((sent_on is null) = (sent_at is null) and (sent_on is null) = (carrier is null))
);
create index card_shipment_company on card_shipment (company_id);
create index card_shipment_to_send on card_shipment (ready_at) where sent_on is null and received_at is null;
create index card_shipment_sent_by on card_shipment (sent_by);
create index card_shipment_delivered_by on card_shipment (delivered_by);
create index card_shipment_received_by on card_shipment (received_by);
select company_wall('card_shipment');
grant select, update on card_shipment to magistral_app;
grant select, insert, update on card_shipment to magistral_system;

-- The card can't be set up before its client confirms the receipt.
alter table card add column receipt_awaited boolean not null default false;
