-- When the session was confirmed by a second factor; since when the person has one; since when the company asks for one.
-- Each request reads all three, so they stand where it looks anyway.
alter table session add column factor_at timestamptz;
alter table app_user add column factor_since timestamptz;
alter table company add column factor_required_since timestamptz;
