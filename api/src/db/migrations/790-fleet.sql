-- A company's trucks, their groups, and which card was on which truck, and which driver on which card, since when and
-- until when: an operation names both as they were at its time.
create table vehicle_group (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  title text not null,
  unique (company_id, title)
);
select company_wall('vehicle_group');

create table vehicle (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  -- Cyrillic letters and digits without spaces: А123ВС77.
  plate text not null,
  brand text not null,
  -- An item of the tree of goods: diesel, petrol or gas.
  fuel smallint not null,
  tank_centilitres int check (tank_centilitres > 0),
  -- Centilitres for 100 km; the winter's holds between two days of a year, both ends included, as MM-DD.
  norm_centilitres int check (norm_centilitres > 0),
  winter_norm_centilitres int check (winter_norm_centilitres > 0),
  winter_from text not null default '11-01' check (winter_from ~ '^\d\d-\d\d$'),
  winter_until text not null default '03-31' check (winter_until ~ '^\d\d-\d\d$'),
  group_id bigint references vehicle_group,
  created_at timestamptz not null,
  -- What was bought for it still names it.
  removed_at timestamptz
);
create unique index vehicle_plate on vehicle (company_id, plate) where removed_at is null;
create index vehicle_group_id on vehicle (group_id);
select company_wall('vehicle');

create table card_on_vehicle (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  card_id bigint not null references card,
  vehicle_id bigint not null references vehicle,
  since timestamptz not null,
  until timestamptz check (until >= since)
);
-- A card is on one truck at a time.
create unique index card_on_vehicle_now on card_on_vehicle (company_id, card_id) where until is null;
create index card_on_vehicle_card on card_on_vehicle (card_id, since);
create index card_on_vehicle_vehicle on card_on_vehicle (vehicle_id, since);
select company_wall('card_on_vehicle');

-- Whom the company removes is named nowhere any more (152-ФЗ): the rows go with him.
create table driver_on_card (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  card_id bigint not null references card,
  driver_id bigint not null references driver on delete cascade,
  since timestamptz not null,
  until timestamptz check (until >= since)
);
create unique index driver_on_card_now on driver_on_card (company_id, card_id, driver_id) where until is null;
create index driver_on_card_card on driver_on_card (card_id, since);
create index driver_on_card_driver on driver_on_card (driver_id);
select company_wall('driver_on_card');

-- Nobody wrote down since when: those of today count for all that was.
insert into driver_on_card (company_id, card_id, driver_id, since)
select card_driver.company_id, card_driver.card_id, card_driver.driver_id, least(card.created_at, driver.created_at)
from card_driver join card on card.id = card_driver.card_id join driver on driver.id = card_driver.driver_id;

create policy companies_of_the_batch on vehicle to magistral_posting using (
  company_id = any ((select nullif(current_setting('app.companies', true), ''))::bigint[]));
create policy companies_of_the_batch on card_on_vehicle to magistral_posting using (
  company_id = any ((select nullif(current_setting('app.companies', true), ''))::bigint[]));
grant select on vehicle, card_on_vehicle to magistral_posting;

grant select, insert, update, delete on vehicle_group, vehicle, card_on_vehicle, driver_on_card
  to magistral_app, magistral_system;

select announce_changes('vehicle', 'vehicles');
select announce_changes('vehicle_group', 'vehicles');
select announce_changes('card_on_vehicle', 'vehicles');
