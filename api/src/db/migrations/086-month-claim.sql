-- Who works on a company's month: several lanes and processes share one closing, and what a dead one held is free again
-- after some minutes.
alter table month_closing add column claimed_at timestamptz;
