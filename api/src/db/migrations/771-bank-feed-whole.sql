-- When the last days of an account were read whole; in between, what a bank tells of as changed is enough.
alter table bank_feed add column whole_at timestamptz;
