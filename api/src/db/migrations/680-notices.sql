-- What has happened that people hear of, written in the transaction of the deed and expanded to persons after it. It points
-- at no company: it is written by every deed, and its company is not read through it.
create table notice_event (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Null: of the programme, or of one person alone.
  company_id bigint,
  -- Whom it concerns, or who asked for what it tells of.
  user_id bigint,
  facts jsonb not null default '{}',
  -- The thing that it tells of; nobody is told of the same thing twice.
  about text not null,
  happened_at timestamptz not null,
  told_at timestamptz
);
create unique index notice_event_about on notice_event (kind, about);
create index notice_event_untold on notice_event (id) where told_at is null;
create index notice_event_told on notice_event (told_at);
create index notice_event_person on notice_event (user_id) where user_id is not null;
grant insert on notice_event to magistral_app, magistral_posting;
grant select, insert, update, delete on notice_event to magistral_system;

-- What one person is told: one event, or, of a kind that comes in floods, all of ten minutes.
create table notice (
  id bigint generated always as identity primary key,
  kind text not null,
  user_id bigint not null references app_user,
  company_id bigint,
  -- Whom it names.
  of_user_id bigint,
  facts jsonb not null default '{}',
  events int not null default 1,
  sum_kopecks bigint not null default 0,
  -- Takes in what comes of its kind until then.
  burst_until timestamptz,
  in_cabinet boolean not null,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notice_of_person on notice (user_id, (read_at is not null), id desc) where in_cabinet;
create index notice_of_kind on notice (user_id, kind, created_at desc);
create index notice_created on notice (created_at);
create index notice_names on notice (of_user_id) where of_user_id is not null;
grant select, insert, update, delete on notice to magistral_system;

-- One message of it over one channel, with its fate. `held`: why it waits for `due_at`.
create table notice_message (
  id bigint generated always as identity primary key,
  notice_id bigint not null references notice on delete cascade,
  user_id bigint not null,
  channel text not null check (channel in ('mail', 'push', 'telegram', 'max', 'sms')),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused', 'gone', 'gathered')),
  held text check (held in ('quiet', 'digest', 'burst')),
  due_at timestamptz not null,
  -- The message that carried it, where several went as one.
  gathered_into bigint,
  attempts int not null default 0,
  reason text,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'waiting') = (ended_at is null))
);
create index notice_message_waiting on notice_message (user_id, channel, id) where state = 'waiting';
create index notice_message_due on notice_message (due_at) where state = 'waiting';
create index notice_message_notice on notice_message (notice_id);
create index notice_message_created on notice_message (created_at);
grant select, insert, update, delete on notice_message to magistral_system;

-- A person's channel is served by one sender at a time, so that messages come in their order.
create table notice_lane (
  user_id bigint not null references app_user,
  channel text not null check (channel in ('mail', 'push', 'telegram', 'max', 'sms')),
  claimed_until timestamptz,
  -- A job is asked for.
  asked_until timestamptz,
  -- After an attempt that came to nothing.
  paused_until timestamptz,
  primary key (user_id, channel)
);
grant select, insert, update, delete on notice_lane to magistral_system;

-- What a person has chosen otherwise than usual. What he wants by mail stands with the letters.
create table notice_choice (
  user_id bigint not null references app_user,
  kind text not null,
  channel text not null check (channel in ('cabinet', 'push', 'telegram', 'max', 'sms')),
  wanted boolean not null,
  since timestamptz not null,
  primary key (user_id, kind, channel)
);
grant select, insert, update, delete on notice_choice to magistral_system;

-- Hours are those of the zone.
create table notice_hours (
  user_id bigint primary key references app_user,
  quiet boolean not null,
  quiet_from int not null check (quiet_from between 0 and 23),
  quiet_to int not null check (quiet_to between 0 and 23),
  zone text not null,
  digest text not null check (digest in ('at-once', 'hourly', 'daily')),
  digest_hour int not null check (digest_hour between 0 and 23)
);
grant select, insert, update, delete on notice_hours to magistral_system;

-- A letter that is usually not sent may be asked for.
alter table unwanted_letter add column wanted boolean not null default false;
grant update on unwanted_letter to magistral_system;

-- The screens of a person follow his notices.
create function announce_notices() returns trigger
language plpgsql as $$
begin
  perform pg_notify('changed', 'notices ' || string_agg(user_id::text, ','))
  from (
    select user_id, row_number() over () / 400 as part from (select distinct user_id from touched where in_cabinet) person
  ) numbered
  group by part;
  return null;
end
$$;
create trigger announce_insert after insert on notice
  referencing new table as touched for each statement execute function announce_notices();
create trigger announce_update after update on notice
  referencing new table as touched for each statement execute function announce_notices();
