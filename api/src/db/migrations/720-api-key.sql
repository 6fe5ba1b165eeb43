-- Keys by which a company's own programs call. The key itself is nowhere: it is looked up by its SHA-256, and what is
-- shown of it is how it begins and ends.
create table api_key (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  -- While he is no admin of the company, his keys open nothing.
  made_by bigint not null references app_user,
  title text not null,
  hash bytea not null unique check (length(hash) = 32),
  mark text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- Networks from which it works; empty: from anywhere.
  addresses text[] not null,
  -- How much it may move on one Moscow day, and to which cards; null: to any of the company's.
  daily_sum bigint check (daily_sum > 0),
  card_ids bigint[],
  made_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by bigint references app_user,
  -- Said by the programme's staff.
  revoke_reason text
);
create index api_key_of_company on api_key (company_id);
create index api_key_made_by on api_key (made_by);
create index api_key_revoked_by on api_key (revoked_by);
select company_wall('api_key');
create policy companies_of_the_batch on api_key to magistral_posting using (
  company_id = any ((select nullif(current_setting('app.companies', true), ''))::bigint[]));
grant select, insert on api_key to magistral_app;
grant update (revoked_at, revoked_by, revoke_reason) on api_key to magistral_app;
grant select, insert, update on api_key to magistral_system;
grant select on api_key to magistral_posting;

-- What a key has moved on each Moscow day. It is written with the movement, under the lock of its company's money.
create table api_key_spending (
  key_id bigint not null references api_key,
  company_id bigint not null references company,
  day date not null,
  moved bigint not null check (moved >= 0),
  primary key (company_id, key_id, day)
);
create index api_key_spending_key on api_key_spending (key_id);
select company_wall('api_key_spending');
create policy companies_of_the_batch on api_key_spending to magistral_posting using (
  company_id = any ((select nullif(current_setting('app.companies', true), ''))::bigint[]));
grant select on api_key_spending to magistral_app;
grant select, insert, update, delete on api_key_spending to magistral_system;
grant select, insert, update (moved) on api_key_spending to magistral_posting;

-- How often a key has called on each day, when last and from where. It is written seldom, many calls at a time.
create table api_key_use (
  key_id bigint not null references api_key,
  company_id bigint not null references company,
  day date not null,
  calls bigint not null check (calls > 0),
  last_at timestamptz not null,
  last_ip text not null,
  primary key (company_id, key_id, day)
);
create index api_key_use_key on api_key_use (key_id, day);
select company_wall('api_key_use');
grant select on api_key_use to magistral_app;
grant select, insert, update, delete on api_key_use to magistral_system;

-- A movement by a key asks in its own transaction whether who made the key is an admin still.
create policy companies_of_the_batch on app_user to magistral_posting using (
  company_id = any ((select nullif(current_setting('app.companies', true), ''))::bigint[]));
grant select (id, company_id, role) on app_user to magistral_posting;
