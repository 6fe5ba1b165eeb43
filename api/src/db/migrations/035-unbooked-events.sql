-- What a network reported and could not be booked waits here, is tried again by itself, and holds nothing else up.
alter table network_orphan
  add column reason text not null default '',
  add column tries int not null default 0,
  add column next_try_at timestamptz,
  add column booked_at timestamptz;
create index network_orphan_due on network_orphan (partner_id, next_try_at) where booked_at is null;
grant update on network_orphan to magistral_system;
