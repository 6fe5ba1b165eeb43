-- What a person has said of a payment to a client and another, or he himself, has taken back: since then the return waits
-- again. Each line keeps the decision as it was.
create table advance_return_reopening (
  return_id bigint not null references advance_return,
  -- The first is 1.
  turn int not null check (turn > 0),
  state text not null check (state in ('booked', 'dismissed')),
  -- Why it was no return, where it was dismissed.
  decided_reason text,
  decided_by bigint references app_user,
  decided_at timestamptz not null,
  reason text not null,
  reopened_by bigint not null references app_user,
  reopened_at timestamptz not null,
  primary key (return_id, turn),
  check ((state = 'dismissed') = (decided_reason is not null))
);
-- For the programme's staff alone: a company reads the movements in its statement.
select only_grows('advance_return_reopening');
grant select, insert on advance_return_reopening to magistral_system;
