-- `card_request_item_line` has taken its place.
drop index card_request_item_partner;

-- How a virtual card is set up once its network has issued it.
create table card_setup (
  item_id bigint primary key references card_request_item on delete cascade,
  company_id bigint not null references company,
  asked_by bigint not null references app_user,
  asked_at timestamptz not null,
  comment text not null default '',
  vehicle_id bigint references vehicle,
  driver_id bigint references driver on delete set null,
  -- Rules of the card's own layer; null: those of its group and company alone.
  rules jsonb,
  set_up_at timestamptz
);
create index card_setup_company on card_setup (company_id, asked_at desc);
create index card_setup_waiting on card_setup (item_id) where set_up_at is null;
create index card_setup_asked_by on card_setup (asked_by);
create index card_setup_vehicle on card_setup (vehicle_id) where vehicle_id is not null;
create index card_setup_driver on card_setup (driver_id) where driver_id is not null;
select company_wall('card_setup');
grant select, insert, update on card_setup to magistral_app, magistral_system;

-- A lost card whose rules, truck, drivers and money move to a virtual one.
create table card_replacement (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  old_card_id bigint not null references card,
  item_id bigint not null references card_request_item,
  asked_by bigint not null references app_user,
  asked_at timestamptz not null,
  -- The money of the old card, once it is known.
  moved_kopecks bigint check (moved_kopecks >= 0),
  payout_id bigint references operation,
  transfer_id bigint references operation,
  -- Why a person has to do the rest.
  problem text,
  ended_at timestamptz
);
-- A card is replaced once.
create unique index card_replacement_old_card on card_replacement (old_card_id);
create unique index card_replacement_item on card_replacement (item_id);
create index card_replacement_company on card_replacement (company_id, id desc);
create index card_replacement_open on card_replacement (id) where ended_at is null;
create index card_replacement_asked_by on card_replacement (asked_by);
create index card_replacement_payout on card_replacement (payout_id) where payout_id is not null;
create index card_replacement_transfer on card_replacement (transfer_id) where transfer_id is not null;
select company_wall('card_replacement');
grant select, insert, update on card_replacement to magistral_app, magistral_system;
