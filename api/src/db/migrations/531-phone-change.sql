-- Somebody has lost the phone that he signs in by, and asks for another. Two of the staff allow it; it happens a day later,
-- so that whoever still has the old phone can stop it.
create table phone_change (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  old_phone text not null,
  new_phone text not null check (new_phone ~ '^7\d{10}$'),
  -- As whoever asks says it; staff compare it with what they know.
  name text not null,
  comment text not null,
  asked_at timestamptz not null,
  state text not null default 'asked' check (state in ('asked', 'allowed', 'done', 'declined', 'cancelled')),
  decided_by bigint references app_user,
  reason text,
  effective_at timestamptz,
  ended_at timestamptz,
  check ((state in ('asked', 'allowed')) = (ended_at is null)),
  check (state <> 'allowed' or effective_at is not null)
);
create unique index phone_change_open on phone_change (user_id) where ended_at is null;
grant select, insert, update on phone_change to magistral_system;
