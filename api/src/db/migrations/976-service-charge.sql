-- What the programme charges a client besides fuel: the price of a card, the delivery of an order, monthly fees (decision 164).
-- Each row is a service of a closing document. Its money is moved in the transaction that writes it.
create table service_charge (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  -- The network whose УПД names the service, and whose account pays where unallocated funds do not suffice.
  partner_id int not null references partner,
  kind text not null check (kind in ('card', 'delivery', 'client-month', 'card-month', 'minimum')),
  quantity int not null check (quantity > 0),
  sum_kopecks bigint not null check (sum_kopecks > 0),
  card_id bigint references card,
  request_id bigint references card_request,
  -- YYYY-MM, of a monthly fee.
  month text,
  -- When the service was rendered: closing documents count it by this moment.
  served_at timestamptz not null,
  charged_at timestamptz not null,
  check ((kind = 'card') = (card_id is not null)),
  check ((kind = 'delivery') = (request_id is not null)),
  check ((kind in ('client-month', 'card-month', 'minimum')) = (month is not null))
);
create unique index service_charge_card on service_charge (company_id, card_id) where card_id is not null;
create unique index service_charge_request on service_charge (company_id, request_id) where request_id is not null;
create unique index service_charge_month on service_charge (company_id, month, kind, partner_id) where month is not null;
select company_wall('service_charge');
select only_grows('service_charge');
grant select on service_charge to magistral_app;
grant select, insert on service_charge to magistral_system;

-- The months of a client whose fees were counted, also where they came to nothing.
create table charged_month (
  company_id bigint not null references company,
  month text not null,
  charged_at timestamptz not null,
  primary key (company_id, month)
);
select company_wall('charged_month');
select only_grows('charged_month');
grant select, insert on charged_month to magistral_system;

-- The price by the order; null for a card that was issued before prices were taken, or that no order paid for.
alter table card add column price_kopecks bigint;
