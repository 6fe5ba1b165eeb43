-- A company that the programme has blocked: reads go on, its money and cards stand still. Null: at work.
alter table company
  add column blocked_at timestamptz,
  add column blocked_reason text,
  add column blocked_by bigint;
-- Its colleagues' screens learn of it as of its credit.
create trigger announce_block after update of blocked_at, title on company
  for each row execute function announce_company();
