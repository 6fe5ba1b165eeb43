-- An invoice that is printed again says what it said at first: the agreement under which it was issued stays with it.
alter table invoice
  add column terms_version int references terms_version,
  add column terms_accepted_on date;
