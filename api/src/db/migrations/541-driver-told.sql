-- Who of the company has stated that the driver knows of his data being here, and when (152-ФЗ, article 18, part 3). Null: added
-- before, or by a program that says nothing of it.
alter table driver add column told_by bigint;
alter table driver add column told_at timestamptz;
