-- The seals of the audit log, one chain in batches (docs/decisions/0050): each names lines that were there, with a hash of each.
create table audit_seal (
  place bigint primary key check (place > 0),
  sealed_at timestamptz not null,
  ids bigint[] not null,
  -- 32 bytes for each of them, in their order.
  hashes bytea not null,
  previous_hash bytea not null,
  hash bytea not null
);
select only_grows('audit_seal');
grant select, insert on audit_seal to magistral_system;

-- Its end. Whoever seals has this row, and nobody who writes to the log waits for it.
create table audit_chain (
  is_only boolean primary key default true check (is_only),
  place bigint not null default 0,
  hash bytea not null default '\x',
  -- Lines up to this one are sealed, but for numbers that a transaction still at work may bring yet: id and since when it is missed.
  through_id bigint not null default 0,
  missing jsonb not null default '[]',
  -- The seals that the nightly check has seen.
  checked_place bigint not null default 0
);
insert into audit_chain default values;
grant select, update on audit_chain to magistral_system;
