-- When this session last got a code from its person's phone (null: at its sign-in), and when it was last used, to a few minutes.
alter table session add column confirmed_at timestamptz;
alter table session add column seen_at timestamptz;
