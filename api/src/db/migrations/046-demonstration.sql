-- The demonstration programme is seeded once: its row is written in the transaction of the seed itself.
create table demonstration (
  only_one boolean primary key default true check (only_one),
  seeded_at timestamptz not null,
  -- The simulated networks keep their own memory: when they were told of the cards.
  networks_told_at timestamptz
);
grant select, insert, update on demonstration to magistral_system;
