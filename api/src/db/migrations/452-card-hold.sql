-- Why the programme keeps a card blocked: its staff hold the card itself, or its whole company is blocked. Rows stay as
-- the history of the card; one hold of a kind at a time.
create table card_hold (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  card_id bigint not null references card,
  kind text not null check (kind in ('staff', 'company')),
  reason text not null,
  -- The card was at work, and the end of the last such hold brings it back.
  brings_back boolean not null,
  held_by bigint references app_user,
  held_at timestamptz not null,
  ended_by bigint references app_user,
  ended_at timestamptz,
  end_reason text
);
create unique index card_hold_open on card_hold (card_id, kind) where ended_at is null;
create index card_hold_company_open on card_hold (company_id, kind, card_id) where ended_at is null;
create index card_hold_card on card_hold (card_id, id desc);
select company_wall('card_hold');
-- Cards that are asked for together are read behind the wall of their companies.
create policy companies_of_the_batch on card_hold to magistral_posting using (
  company_id in (select unnest(nullif(current_setting('app.companies', true), '')::bigint[]))
);
select announce_changes('card_hold', 'cards');
grant select on card_hold to magistral_app, magistral_posting;
grant select, insert, update on card_hold to magistral_system;
