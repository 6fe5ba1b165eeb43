-- What looks wrong among the fillings of a company: found by a rule, once for each operation and rule, with what it was
-- found by and what people make of it.
create table fleet_signal (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  rule text not null,
  operation_id bigint not null references operation,
  card_id bigint not null references card,
  vehicle_id bigint references vehicle,
  -- Per cent.
  confidence smallint not null check (confidence between 1 and 100),
  -- In Russian, with its figures: what the person who decides needs to know.
  evidence text not null,
  state text not null default 'new' check (state in ('new', 'owned', 'explained', 'waste', 'false')),
  owner_id bigint references app_user,
  note text not null default '',
  -- Of the operation, and when it was found.
  sold_at timestamptz not null,
  found_at timestamptz not null,
  decided_at timestamptz,
  unique (company_id, operation_id, rule)
);
create index fleet_signal_list on fleet_signal (company_id, state, id desc);
create index fleet_signal_operation on fleet_signal (operation_id);
create index fleet_signal_card on fleet_signal (card_id);
create index fleet_signal_vehicle on fleet_signal (vehicle_id);
create index fleet_signal_owner on fleet_signal (owner_id);
select company_wall('fleet_signal');
grant select, insert, update on fleet_signal to magistral_app, magistral_system;

-- How far a company's operations have been looked at. Ids are given before a transaction ends, so the last hours are read
-- again; what was found already is found once.
create table fleet_signal_reach (
  company_id bigint primary key references company,
  looked_until timestamptz not null
);
select company_wall('fleet_signal_reach');
grant select, insert, update on fleet_signal_reach to magistral_system;
