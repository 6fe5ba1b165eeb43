-- Which browser asked for a code, known or not; null: a program without cookies. And whether the phone's owner had signed in
-- there before (known_device).
alter table sms_code
  add column asked_by bytea,
  add column by_known_device boolean not null default false;
