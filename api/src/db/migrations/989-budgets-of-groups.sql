-- What permitted purchases take off the budgets of their group until they are booked (decision 186).
create table budget_hold (
  company_id bigint not null,
  partner_id int not null,
  -- The network's own id of the purchase: the booked one has it too.
  external_id text not null,
  group_id bigint not null,
  card_id bigint not null,
  at timestamptz not null,
  centilitres bigint not null,
  sum_kopecks bigint not null,
  until timestamptz not null,
  primary key (company_id, partner_id, external_id)
);
create index budget_hold_group on budget_hold (company_id, group_id, until);
create index budget_hold_card on budget_hold (company_id, card_id);
select company_wall('budget_hold');
grant select, insert, update, delete on budget_hold to magistral_app, magistral_system;
