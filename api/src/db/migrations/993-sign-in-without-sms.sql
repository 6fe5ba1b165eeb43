-- Sign-ins without an SMS. What a browser was asked at the sign-in by a passkey, before it is known who it is; answered once.
create table sign_in_challenge (
  challenge_hash bytea primary key,
  -- The address, or the network of an IPv6 one, whose questions are counted for a day.
  ip text not null,
  -- Someone has signed in on this browser before: the programme's limit is not its own.
  by_known_device boolean not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_challenge_address on sign_in_challenge (ip, asked_at);
create index sign_in_challenge_time on sign_in_challenge (asked_at);
grant select, insert, update, delete on sign_in_challenge to magistral_system;

-- How the session was opened: sms, chat or passkey. One that no SMS opened has confirmed_at of 1970: nothing was confirmed by an SMS yet.
alter table session add column opened_by text not null default 'sms';

-- The second code of a sign-in, sent to a chat when the SMS has not come. It shares the life and the tries of the first one.
alter table sms_code add column chat_salt bytea;
alter table sms_code add column chat_code_hash bytea;
alter table sms_code add column chat_sent_at timestamptz;
