-- What a rule of «Что не так» does when it finds something, and whose it is: chosen by a company, rule by rule.
create table signal_rule_choice (
  company_id bigint not null references company,
  rule text not null,
  deed text not null default 'tell' check (deed in ('tell', 'close')),
  -- Only what was sold since then closes a card: what is found in the past is told.
  closes_since timestamptz,
  owner_id bigint references app_user,
  primary key (company_id, rule)
);
create index signal_rule_choice_owner on signal_rule_choice (owner_id);
select company_wall('signal_rule_choice');
grant select, insert, update on signal_rule_choice to magistral_app, magistral_system;

-- Whether a signal has closed its card; `unable`: its network blocks no cards. What the network has said so far is read from
-- the card's own commands.
alter table fleet_signal add column closing text check (closing in ('closed', 'opened', 'unable'));

alter table card_hold drop constraint card_hold_kind_check;
alter table card_hold add constraint card_hold_kind_check check (kind in ('staff', 'company', 'rules', 'signal'));
