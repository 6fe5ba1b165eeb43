-- A company's admin invites whoever has a phone. Whether somebody is registered under it is not known here: it is compared
-- with the person's own phone when he looks.
create table invitation (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  phone text not null,
  firstname text not null,
  lastname text not null,
  role text not null check (role in ('specialist', 'manager', 'admin')),
  invited_by bigint not null references app_user,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  -- When its SMS was sent, or is being sent.
  told_at timestamptz,
  ended_at timestamptz,
  -- How it ended; one that has run out has no end.
  outcome text check (outcome in ('accepted', 'declined', 'withdrawn')),
  check ((ended_at is null) = (outcome is null))
);
create unique index invitation_open on invitation (company_id, phone) where ended_at is null;
create index invitation_phone on invitation (phone, invited_at desc);
select company_wall('invitation');
grant select, insert, update on invitation to magistral_app;
grant select, insert, update, delete on invitation to magistral_system;
select announce_changes('invitation', 'colleagues');
