-- What the programme adds to the price at the station, or takes off it, by client, network and goods (decision 53). Rows are
-- only added: a tariff is ended by a row of its own, so that what was in force on a day can always be told.
create table tariff (
  id bigint generated always as identity primary key,
  -- Null: all of them.
  company_id bigint references company,
  partner_id int references partner,
  goods_title text,
  change text not null check (change in ('none', 'discount', 'surcharge')),
  unit text not null check (unit in ('percent', 'litre')),
  -- Hundredths of a percent of the sum, or kopecks a litre.
  rate int not null check (rate >= 0),
  -- Hundredths of a percent of the sum.
  fee_rate int not null check (fee_rate >= 0),
  -- Moscow days of the purchase, both included.
  first_day date not null,
  last_day date,
  note text not null,
  created_at timestamptz not null,
  created_by bigint not null references app_user,
  check ((change = 'none') = (rate = 0)),
  check (rate > 0 or fee_rate > 0),
  check (last_day >= first_day)
);
create index tariff_company on tariff (company_id, first_day);
select company_wall('tariff');
select only_grows('tariff');
grant select, insert on tariff to magistral_system;

-- The last day may be the day before the first: the tariff never was.
create table tariff_end (
  tariff_id bigint primary key references tariff,
  last_day date not null,
  reason text not null,
  ended_at timestamptz not null,
  ended_by bigint not null references app_user
);
select only_grows('tariff_end');
grant select, insert on tariff_end to magistral_system;

-- What a sale came to by its tariff, as it was booked. A refund takes back what its purchase was given.
create table sale_price (
  operation_id bigint primary key references operation,
  company_id bigint not null references company,
  tariff_id bigint not null references tariff,
  -- The purchase whose tariff a refund bears.
  purchase_id bigint references operation,
  discount_kopecks bigint not null check (discount_kopecks >= 0),
  surcharge_kopecks bigint not null check (surcharge_kopecks >= 0),
  fee_kopecks bigint not null check (fee_kopecks >= 0)
);
select company_wall('sale_price');
select only_grows('sale_price');
grant select on sale_price to magistral_app;
grant select, insert on sale_price to magistral_system;

-- Prices of a card by their first day; `partner.card_price_kopecks` counts until the first of them.
create table card_price (
  id bigint generated always as identity primary key,
  partner_id int not null references partner,
  price_kopecks bigint not null check (price_kopecks >= 0),
  first_day date not null,
  created_at timestamptz not null,
  -- Null: set at once, by the call that has no first day.
  created_by bigint references app_user
);
create index card_price_day on card_price (partner_id, first_day desc, id desc);
select only_grows('card_price');
grant select on card_price to magistral_app;
grant select, insert on card_price to magistral_system;

-- Each change of a client's credit: what it was, what it became, and what was used of it at that moment.
create table credit_change (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  before jsonb not null,
  after jsonb not null,
  used_kopecks bigint not null,
  changed_at timestamptz not null,
  changed_by bigint not null references app_user
);
create index credit_change_company on credit_change (company_id, id desc);
select company_wall('credit_change');
select only_grows('credit_change');
grant select, insert on credit_change to magistral_system;
