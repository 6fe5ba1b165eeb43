-- Reports that come by mail by themselves, their addresses, and each sending with its fate.
create table mailing (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  -- By whose rights it is read.
  author_id bigint not null references app_user,
  title text not null,
  report text not null,
  query text not null,
  rhythm text not null check (rhythm in ('day', 'week', 'month')),
  on_day smallint,
  at_hour smallint not null check (at_hour between 0 and 23),
  format text not null check (format in ('xlsx', 'pdf')),
  state text not null default 'on' check (state in ('on', 'paused', 'stopped')),
  next_at timestamptz not null,
  created_at timestamptz not null
);
create index mailing_company on mailing (company_id);
create index mailing_due on mailing (next_at) where state = 'on';
select company_wall('mailing');
grant select, insert, update, delete on mailing to magistral_app;
grant select, update on mailing to magistral_system;

create table mailing_address (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  mailing_id bigint not null references mailing on delete cascade,
  address text not null,
  -- Whose own confirmed address it is: good as long as he is a colleague and it is his.
  user_id bigint references app_user,
  confirmed_at timestamptz,
  left_at timestamptz,
  unique (mailing_id, address)
);
create index mailing_address_known on mailing_address (company_id, address);
select company_wall('mailing_address');
grant select, insert, update, delete on mailing_address to magistral_app;
-- Whoever is erased is written to no more.
grant select, update, delete on mailing_address to magistral_system;

-- What the links of letters open; a token of its own for each letter, of which the hash alone is kept.
create table mailing_link (
  token_hash bytea primary key,
  company_id bigint not null,
  -- One that is gone has links that lead nowhere.
  address_id bigint not null,
  address text not null,
  -- Null: it leads out of the mailing, and works as long as it is kept.
  expires_at timestamptz,
  made_at timestamptz not null
);
create index mailing_link_address on mailing_link (address_id);
create index mailing_link_asked on mailing_link (address, made_at) where expires_at is not null;
select company_wall('mailing_link');
grant select on mailing_link to magistral_app;
grant select, insert, delete on mailing_link to magistral_system;

create table mailing_sending (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  mailing_id bigint not null references mailing on delete cascade,
  -- The period, or the moment of a sending by hand: each once.
  occasion text not null,
  by_hand boolean not null,
  period_from date not null,
  period_to date not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'skipped')),
  claimed_until timestamptz,
  bytes bigint,
  problem text,
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (mailing_id, occasion)
);
create index mailing_sending_created on mailing_sending using brin (created_at);
select company_wall('mailing_sending');
grant select, insert on mailing_sending to magistral_app;
grant select, insert, update, delete on mailing_sending to magistral_system;

-- To whom it has gone, so that whoever takes over after a crash asks nobody twice.
create table mailing_letter (
  sending_id bigint not null references mailing_sending on delete cascade,
  address_id bigint not null references mailing_address on delete cascade,
  company_id bigint not null,
  state text not null check (state in ('sent', 'refused')),
  answer text,
  primary key (sending_id, address_id)
);
create index mailing_letter_address on mailing_letter (address_id);
select company_wall('mailing_letter');
grant select on mailing_letter to magistral_app;
grant select, insert, delete on mailing_letter to magistral_system;

-- What a letter of a development machine carries.
alter table outbox_letter add column file_name text, add column file bytea;
