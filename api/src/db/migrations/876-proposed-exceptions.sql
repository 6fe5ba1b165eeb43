-- After a refusal that a rule has caused the portal proposes an exception; nobody has asked for it yet.
alter table rule_exception drop constraint rule_exception_state_check;
alter table rule_exception add constraint rule_exception_state_check
  check (state in ('proposed', 'asked', 'approved', 'declined', 'used', 'lapsed')) not valid;
alter table rule_exception alter column asked_by drop not null;
-- By how much each rule that counts would have to be higher, in hundredths of a litre or kopecks: {"litres_day": 4000}.
alter table rule_exception add column raises jsonb not null default '{}';
create index rule_exception_proposed on rule_exception (company_id, card_id) where state = 'proposed';
