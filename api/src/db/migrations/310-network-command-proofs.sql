-- What became of a movement is told by two readings of its card: `before`, and one from when its write can't be under way any more.
alter table network_command
  add column reading jsonb,
  add column reading_at timestamptz,
  -- When the answer was stored; null for those stored before this column.
  add column ended_at timestamptz,
  -- The network turned the write away before it did anything, so the command may be written again.
  add column unwritten boolean not null default false;
