-- What a month's papers open with, fixed together with their lines; null of a set that the version before has counted.
alter table month_closing add column opening_kopecks bigint;
-- A movement without a month stands in no papers of ours: it was there before the first set, in its opening balance.
alter table month_closing_line alter column month drop not null;
