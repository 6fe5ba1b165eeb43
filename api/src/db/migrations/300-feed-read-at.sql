-- When a network's feed was last read to its end: what was sold before and has become visible is in the books.
alter table network_feed add column read_at timestamptz;
