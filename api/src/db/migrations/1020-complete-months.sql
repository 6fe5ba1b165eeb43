-- Months that a company was notified of as complete, each once. A document that comes later opens the month again for the
-- reader, and has a notice of its own.
create table complete_month (
  company_id bigint not null references company,
  -- YYYY-MM
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  at timestamptz not null,
  primary key (company_id, month)
);
select company_wall('complete_month');
select only_grows('complete_month');
grant select on complete_month to magistral_app;
grant select, insert on complete_month to magistral_system;

-- Programs hear of it, too: 1C reads the month's file by its key.
create function tell_complete_months() returns trigger
language plpgsql as $$
begin
  insert into change_event (company_id, generation, type, at, data)
  select company_id, (select generation from event_generation), 'month.complete', at, json_build_object('month', month)
  from touched order by month;
  return null;
end
$$;
create trigger tell_insert after insert on complete_month
  referencing new table as touched for each statement execute function tell_complete_months();
