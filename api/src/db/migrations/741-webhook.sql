-- Addresses that companies have their events sent to (Standard Webhooks 1.0.0), and each sending with its fate.
create table webhook (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  url text not null,
  types text[] not null,
  secret_sealed bytea not null,
  -- While it is being exchanged, what is sent bears both signatures.
  former_secret_sealed bytea,
  former_until timestamptz,
  -- Null: at work. Else why nothing is sent.
  off_reason text check (off_reason in ('gone', 'failing')),
  off_at timestamptz,
  -- How far the events have been taken over into deliveries (change_event).
  generation smallint not null default 0,
  xid xid8 not null default '0',
  event_id bigint not null default 0,
  created_at timestamptz not null,
  created_by bigint not null references app_user
);
create index webhook_company on webhook (company_id);
select company_wall('webhook');
grant select, insert, update, delete on webhook to magistral_app;
grant select, update on webhook to magistral_system;

create table webhook_delivery (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  webhook_id bigint not null references webhook on delete cascade,
  event_type text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  next_at timestamptz not null,
  -- A process is sending it; after this moment another one may.
  claimed_until timestamptz,
  last_at timestamptz,
  -- The receiver's answer, or the words of the failure.
  last_status int,
  last_error text,
  created_at timestamptz not null
);
create index webhook_delivery_due on webhook_delivery (webhook_id, next_at, id) where state = 'waiting';
create index webhook_delivery_list on webhook_delivery (webhook_id, id);
create index webhook_delivery_created on webhook_delivery using brin (created_at);
select company_wall('webhook_delivery');
grant select, update on webhook_delivery to magistral_app;
grant select, insert, update, delete on webhook_delivery to magistral_system;
