-- Rules of a company's fleet in three layers (decision 85): all cards, a group of trucks, a card. A layer's rules are one
-- list; what holds for a card is decided anew from the three whenever it is asked.
create table rule_layer (
  company_id bigint not null references company,
  layer text not null check (layer in ('profile', 'group', 'card')),
  -- The group or the card; 0 for all cards.
  subject_id bigint not null,
  rules jsonb not null,
  changed_at timestamptz not null,
  changed_by bigint not null references app_user,
  primary key (company_id, layer, subject_id)
);
select company_wall('rule_layer');
grant select, insert, update, delete on rule_layer to magistral_app, magistral_system;

-- Each change with what was there before, subject by subject, so that it can be undone.
create table rule_change (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  layer text not null,
  -- [{"id": 12, "before": [rules]}]
  subjects jsonb not null,
  after jsonb not null,
  changed_at timestamptz not null,
  changed_by bigint not null references app_user,
  undone_at timestamptz,
  undone_by bigint references app_user
);
create index rule_change_company on rule_change (company_id, id desc);
select company_wall('rule_change');
grant select, insert, update on rule_change to magistral_app, magistral_system;

-- What is done about a card's rules: what its network was asked to hold, and when they are looked at again.
create table rule_card (
  company_id bigint not null,
  card_id bigint not null references card,
  -- Null: nothing changes by itself.
  due_at timestamptz,
  asked_by bigint not null references app_user,
  -- As we have asked for it; null: nothing.
  pushed_limit jsonb,
  pushed_goods int[],
  goods_before int[],
  -- Why the network could not be asked.
  problem text,
  primary key (company_id, card_id)
);
create index rule_card_due on rule_card (due_at) where due_at is not null;
create index rule_card_card on rule_card (card_id);
select company_wall('rule_card');
create policy companies_of_the_batch on rule_card to magistral_posting using (
  company_id in (select unnest(nullif(current_setting('app.companies', true), '')::bigint[]))
);
grant select, insert, update on rule_card to magistral_app, magistral_system;
grant select on rule_card to magistral_posting;

-- Who opened a card that is closed by default, and until when. Written before the network is asked.
create table card_opening (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  card_id bigint not null references card,
  opened_at timestamptz not null,
  opened_by bigint references app_user,
  until timestamptz not null
);
create index card_opening_card on card_opening (card_id, until desc);
select company_wall('card_opening');
grant select on card_opening to magistral_app;
grant select, insert on card_opening to magistral_system;

-- Purchases whose card's rules have still to be looked at. Only ever inserted by the books, so that nothing waits here.
create table rule_sale (
  company_id bigint not null,
  operation_id bigint not null,
  card_id bigint not null,
  primary key (company_id, operation_id)
);
select company_wall('rule_sale');
create policy companies_of_the_batch on rule_sale to magistral_posting using (
  company_id in (select unnest(nullif(current_setting('app.companies', true), '')::bigint[]))
);
grant insert on rule_sale to magistral_app, magistral_posting;
grant select, insert, update, delete on rule_sale to magistral_system;

create function note_rule_sale() returns trigger
language plpgsql as $$
begin
  insert into rule_sale (operation_id, company_id, card_id)
  select touched.id, touched.company_id, touched.card_id
  from touched join rule_card on rule_card.card_id = touched.card_id
  where touched.type_id in (10, 11);
  return null;
end
$$;
create trigger note_rule_sale after insert on operation
  referencing new table as touched for each statement execute function note_rule_sale();

-- Purchases that a rule would have refused, had anybody been able to hold it.
create table rule_breach (
  company_id bigint not null,
  operation_id bigint not null,
  card_id bigint not null references card,
  kind text not null,
  sentence text not null,
  at timestamptz not null,
  primary key (company_id, operation_id, kind)
);
create index rule_breach_card on rule_breach (card_id, at desc);
select company_wall('rule_breach');
grant select on rule_breach to magistral_app;
grant select, insert on rule_breach to magistral_system;

-- The portal keeps a card closed by its company's rules.
alter table card_hold drop constraint card_hold_kind_check;
alter table card_hold add constraint card_hold_kind_check check (kind in ('staff', 'company', 'rules'));
