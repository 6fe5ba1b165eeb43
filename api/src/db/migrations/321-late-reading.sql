-- Each night a feed by date is read again, a week at a time: which weeks of which night have been read. A network that was
-- silent about one of them is asked for that one again.
create table late_reading (
  partner_id int not null references partner,
  -- The day in Moscow that begins with it.
  night date not null,
  -- The first week read again is 0.
  week int not null,
  read_at timestamptz not null,
  primary key (partner_id, night, week)
);
grant select, insert on late_reading to magistral_system;
