-- Who of the programme's staff has taken a card request or a payment, so that two of them do not work on the same one.
create table task_owner (
  kind text not null check (kind in ('request', 'payment')),
  subject_id bigint not null,
  user_id bigint not null references app_user,
  taken_at timestamptz not null,
  primary key (kind, subject_id)
);
create index task_owner_user on task_owner (user_id, kind);
grant select, insert, delete on task_owner to magistral_system;
