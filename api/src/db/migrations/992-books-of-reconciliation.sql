-- The trial balance of the day that a check of the books has looked at, in kopecks. Null: a report of an earlier version.
alter table reconciliation_run add column books jsonb;
