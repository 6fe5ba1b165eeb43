-- When a person was last told of wrong codes in his name.
alter table factor_try add told_at timestamptz;
