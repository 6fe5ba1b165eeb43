-- Named sets of clients: for a rule of collection, or the companies of one owner.
create table client_group (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('dunning', 'owner')),
  title text not null,
  created_at timestamptz not null,
  created_by bigint not null references app_user
);
create unique index client_group_title on client_group (purpose, lower(title));
grant select, insert, update on client_group to magistral_system;

-- A client is in one group of each purpose at most.
create table client_group_member (
  company_id bigint not null references company,
  purpose text not null check (purpose in ('dunning', 'owner')),
  group_id bigint not null references client_group,
  primary key (company_id, purpose)
);
create index client_group_member_group on client_group_member (group_id);
select company_wall('client_group_member');
grant select, insert, update, delete on client_group_member to magistral_system;

-- Steps by which a debt is collected. Only an active rule does anything.
create table dunning_rule (
  id bigint generated always as identity primary key,
  -- Both null: all clients that no other active rule concerns.
  company_id bigint references company,
  group_id bigint references client_group,
  basis text not null check (basis in ('credit', 'invoice')),
  steps jsonb not null,
  release_when_paid boolean not null,
  active boolean not null default false,
  changed_at timestamptz not null,
  changed_by bigint not null references app_user,
  switched_at timestamptz,
  switched_by bigint references app_user,
  check (company_id is null or group_id is null)
);
create unique index dunning_rule_once on dunning_rule (basis, coalesce(company_id, 0), coalesce(group_id, 0));
grant select, insert, update on dunning_rule to magistral_system;

-- A step that was done for a debt, once. Days are Moscow days.
create table dunning_action (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  -- «credit:2026-09-15», the day since which is owed, or «invoice:12».
  debt text not null,
  action text not null check (action in ('remind', 'stop', 'claim', 'penalty')),
  step_day int not null,
  outcome text not null check (outcome in ('done', 'skipped', 'blocked-already')),
  rule_id bigint not null references dunning_rule,
  sum_kopecks bigint not null,
  term date not null,
  done_at timestamptz not null,
  document_id bigint references month_document,
  -- Of a stop: the cards go to work again once the debt is paid.
  releases boolean not null default false,
  released_at timestamptz
);
create unique index dunning_action_once on dunning_action (company_id, debt, action, step_day);
create index dunning_action_stopped on dunning_action (company_id) where releases and released_at is null;
select company_wall('dunning_action');
grant select, insert, update on dunning_action to magistral_system;

-- The penalty of a day: an amount due, not yet a movement.
create table dunning_penalty (
  company_id bigint not null references company,
  day date not null,
  base_kopecks bigint not null check (base_kopecks > 0),
  -- Hundredths of a percent.
  rate int not null check (rate > 0),
  sum_kopecks bigint not null check (sum_kopecks >= 0),
  rule_id bigint not null references dunning_rule,
  written_at timestamptz not null,
  primary key (company_id, day)
);
select company_wall('dunning_penalty');
select only_grows('dunning_penalty');
grant select, insert on dunning_penalty to magistral_system;

-- No step is done up to and including the day.
create table dunning_pause (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  until date not null,
  reason text not null,
  started_at timestamptz not null,
  started_by bigint not null references app_user,
  ended_at timestamptz,
  ended_by bigint references app_user
);
create unique index dunning_pause_open on dunning_pause (company_id) where ended_at is null;
select company_wall('dunning_pause');
grant select, insert, update on dunning_pause to magistral_system;
