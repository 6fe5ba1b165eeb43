create table company (
  id bigint generated always as identity primary key,
  inn text not null unique,
  kpp text,
  ogrn text,
  title text not null,
  legal_form text not null,
  city text not null default '',
  street text not null default '',
  house text not null default '',
  created_at timestamptz not null,
  -- A company in the programme has a client record.
  client_since timestamptz,
  credit_kopecks bigint not null default 0 check (credit_kopecks >= 0),
  credit_days_for_payment int not null default 0,
  credit_days_without_payment int not null default 0,
  threshold_kopecks bigint check (threshold_kopecks > 0),
  -- True while the balance has stayed below the threshold since the last message.
  threshold_crossed boolean not null default false,
  edm_state text not null default 'none'
    check (edm_state in ('none', 'requested', 'invited', 'accepted', 'rejected', 'roaming_required', 'failed')),
  terms_version int,
  terms_accepted_at timestamptz
);
select company_wall('company', 'id');
grant select, update on company to magistral_app;
grant select, insert, update on company to magistral_system;

create table app_user (
  id bigint generated always as identity primary key,
  phone text not null unique check (phone ~ '^7\d{10}$'),
  firstname text,
  lastname text,
  email text,
  is_staff boolean not null default false,
  company_id bigint references company,
  role text not null default 'none' check (role in ('none', 'specialist', 'manager', 'admin')),
  created_at timestamptz not null,
  check (company_id is not null or role = 'none')
);
create index app_user_company on app_user (company_id);
select company_wall('app_user');
grant select on app_user to magistral_app;
grant select, insert, update on app_user to magistral_system;

create table session (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  access_hash bytea not null unique,
  refresh_hash bytea not null unique,
  enter_hash bytea not null unique,
  created_at timestamptz not null,
  -- Idle end, moved by each profile call, and the absolute end that nothing moves.
  expires_at timestamptz not null,
  ends_at timestamptz not null,
  closed_at timestamptz,
  ip text,
  user_agent text
);
create index session_user_id on session (user_id);
grant select, insert, update on session to magistral_system;

-- Refresh tokens that were already exchanged: seeing one again means that it was stolen.
create table spent_refresh_token (
  refresh_hash bytea primary key,
  session_id bigint not null references session,
  spent_at timestamptz not null
);
grant select, insert on spent_refresh_token to magistral_system;

create table sms_code (
  id bigint generated always as identity primary key,
  phone text not null,
  user_id bigint references app_user,
  -- 'sign-in', one of the contract's purposes, or null: the bare call, good for any one operation.
  purpose text,
  subject text,
  sum_kopecks bigint,
  -- Binds a sign-in code to the register call that asked for it.
  token_hash bytea unique,
  salt bytea not null,
  code_hash bytea not null,
  ip text,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  used_at timestamptz,
  replaced_at timestamptz
);
create index sms_code_phone on sms_code (phone, sent_at desc);
create index sms_code_ip on sms_code (ip, sent_at desc);
grant select, insert, update on sms_code to magistral_system;
-- A code is spent in the transaction of the deed that it confirms.
grant select (id, used_at), update (used_at) on sms_code to magistral_app;

-- Phones that the carrier directory knows as freight carriers without a fuel-programme login (error 10114).
create table carrier (
  phone text primary key
);
grant select, insert on carrier to magistral_system;

create table download_ticket (
  ticket_hash bytea primary key,
  session_id bigint not null references session,
  path text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
grant select, insert, update, delete on download_ticket to magistral_system;

create table idempotent_request (
  user_id bigint not null references app_user,
  key text not null,
  call text not null,
  body_hash bytea not null,
  -- What the deed brought about, stored in its transaction, and the answer that was sent.
  outcome jsonb,
  answer jsonb,
  created_at timestamptz not null,
  primary key (user_id, key)
);
grant select, insert, update on idempotent_request to magistral_app, magistral_system;

create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  what text not null,
  user_id bigint,
  company_id bigint,
  ip text,
  details jsonb not null default '{}'
);
create index audit_event_company on audit_event (company_id, id desc);
select only_grows('audit_event');
grant insert on audit_event to magistral_app, magistral_system;
grant select on audit_event to magistral_system;
