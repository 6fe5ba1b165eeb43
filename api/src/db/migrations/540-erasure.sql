-- Somebody asks the programme to erase what it knows of him (152-ФЗ, articles 14 and 21); staff carry it out by two.
create table erasure_request (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  asked_at timestamptz not null,
  done_at timestamptz,
  done_by bigint references app_user,
  reason text,
  check ((done_at is null) = (done_by is null))
);
create unique index erasure_request_open on erasure_request (user_id) where done_at is null;
grant select, insert, update, delete on erasure_request to magistral_system;

-- Since when somebody is nobody any more; his row stays for what points at it.
alter table app_user add column erased_at timestamptz;

-- What is over is deleted after its time (contract/src/kept-data.ts).
grant delete on phone_change to magistral_system;
