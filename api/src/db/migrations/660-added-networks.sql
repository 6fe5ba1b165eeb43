-- Fuel networks that staff have added, beside the four of the programme's beginning: what they have set of each. A network
-- is never deleted: cards, papers and accounts name it. `settings` begins the names of the settings that hold its keys;
-- no key stands here.
create table added_network (
  partner_id int primary key references partner check (partner_id > 4),
  adapter text not null,
  address text,
  settings text unique,
  colour text not null,
  brands text[] not null,
  goods_ids int[] not null check (cardinality(goods_ids) > 0),
  limit_periods text[] not null,
  chooses_goods boolean not null,
  blocks_cards boolean not null,
  added_at timestamptz not null,
  added_by bigint references app_user
);
grant select on added_network to magistral_app;
grant select, insert, update on added_network to magistral_system;
