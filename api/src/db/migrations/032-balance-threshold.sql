-- Who is told when the balance has come down to the threshold, and whether he has still to be told.
alter table company
  add column threshold_set_by bigint references app_user,
  add column threshold_message_due boolean not null default false;
