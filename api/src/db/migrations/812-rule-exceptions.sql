-- Exceptions from a card's rules (decision 86). What one raises is computed whenever the rules are asked for, as long as it is
-- approved, unused and not over: nothing has to be undone.
create table rule_exception (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  card_id bigint not null references card,
  decline_id bigint,
  state text not null default 'asked' check (state in ('asked', 'approved', 'declined', 'used', 'lapsed')),
  reason text not null,
  -- Kinds of rules, and why they refuse.
  rules text[] not null,
  asks text not null,
  goods_id int,
  centilitres bigint not null check (centilitres > 0),
  sum_kopecks bigint,
  asked_at timestamptz not null,
  asked_by bigint not null references app_user,
  due_at timestamptz not null,
  escalated_at timestamptz,
  verdict_at timestamptz,
  verdict_by bigint references app_user,
  verdict_reason text,
  until timestamptz
);
create index rule_exception_company on rule_exception (company_id, id desc);
create index rule_exception_card on rule_exception (card_id) where state = 'approved';
create index rule_exception_open on rule_exception (due_at) where state in ('asked', 'approved');
select company_wall('rule_exception');
grant select, insert, update on rule_exception to magistral_app, magistral_system;

create function tell_exceptions() returns trigger
language plpgsql as $$
begin
  insert into change_event (company_id, generation, type, at, data)
  select company_id, (select generation from event_generation), 'exception.changed', now(),
    json_build_object('id', id, 'card_id', card_id, 'state', state, 'reason', reason, 'until', until)
  from touched order by id;
  return null;
end
$$;
create trigger tell_insert after insert on rule_exception
  referencing new table as touched for each statement execute function tell_exceptions();
create trigger tell_update after update on rule_exception
  referencing new table as touched for each statement execute function tell_exceptions();
