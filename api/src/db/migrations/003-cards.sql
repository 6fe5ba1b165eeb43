create table partner (
  id int primary key,
  key text not null unique,
  title text not null,
  active boolean not null,
  card_price_kopecks bigint not null check (card_price_kopecks >= 0)
);
grant select on partner to magistral_app;
grant select, insert, update on partner to magistral_system;

-- partner_id 0 stands for everything.
create table maintenance (
  partner_id int primary key,
  message text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null
);
grant select on maintenance to magistral_app;
grant select, insert, update, delete on maintenance to magistral_system;

create table stored_file (
  id bigint generated always as identity primary key,
  company_id bigint references company,
  sha256 text not null,
  name text not null,
  mime text not null,
  size_bytes bigint not null,
  created_by bigint references app_user,
  created_at timestamptz not null
);
select company_wall('stored_file');
grant select, insert on stored_file to magistral_app, magistral_system;

create table card_request (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  author_id bigint not null references app_user,
  status_id int not null,
  city text not null,
  street text not null,
  house text not null,
  recipient_firstname text not null,
  recipient_lastname text not null default '',
  add_kopecks bigint not null default 0,
  reject_reason text,
  created_at timestamptz not null,
  approved_at timestamptz
);
create index card_request_company on card_request (company_id, id desc);
select company_wall('card_request');
grant select, insert, update on card_request to magistral_app, magistral_system;

create table card_request_item (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  request_id bigint not null references card_request on delete cascade,
  partner_id int not null references partner,
  cards_cnt int not null check (cards_cnt > 0),
  card_price_kopecks bigint not null,
  -- The id under which the network was asked to issue; the same id is the same order to it.
  network_request_id uuid not null unique default gen_random_uuid(),
  issued_at timestamptz,
  act_file_id bigint references stored_file
);
create index card_request_item_request on card_request_item (request_id);
select company_wall('card_request_item');
grant select, insert, update, delete on card_request_item to magistral_app, magistral_system;

create table card (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  partner_id int not null references partner,
  card_number text not null unique,
  status_id int not null check (status_id in (1, 2, 5)),
  is_virtual boolean not null default false,
  comment text not null default '',
  group_id bigint,
  goods_ids int[] not null default '{}',
  -- Kopecks or hundredths of a litre, by limit_unit.
  limit_count bigint check (limit_count >= 0),
  limit_unit text check (limit_unit in ('sum', 'amount')),
  limit_period text check (limit_period in ('P1D', 'P1M')),
  limit_goods_groups int[] not null default '{}',
  request_item_id bigint references card_request_item,
  created_at timestamptz not null,
  check ((limit_count is null) = (limit_unit is null) and (limit_unit is null) = (limit_period is null))
);
create index card_company on card (company_id, id);
select company_wall('card');
grant select, insert, update on card to magistral_app, magistral_system;

create table driver (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  name text not null,
  surname text not null,
  patronymic text,
  phone text,
  created_at timestamptz not null
);
create index driver_company on driver (company_id, surname, name);
select company_wall('driver');
grant select, insert, update, delete on driver to magistral_app, magistral_system;

create table card_driver (
  card_id bigint not null references card,
  driver_id bigint not null references driver on delete cascade,
  company_id bigint not null references company,
  primary key (card_id, driver_id)
);
create index card_driver_driver on card_driver (driver_id);
select company_wall('card_driver');
grant select, insert, delete on card_driver to magistral_app, magistral_system;
