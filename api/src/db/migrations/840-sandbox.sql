-- A company's sandbox (decision 89): a company that belongs to nobody, of which this says whose admins made it and what its
-- clock says. It has no INN, no people and was never a client, so what goes over clients, people or INNs passes it by.
create table sandbox (
  company_id bigint primary key references company,
  -- Lies elsewhere, so nothing refers; companies are never deleted.
  parent_id bigint not null,
  made_at timestamptz not null,
  made_by bigint not null references app_user,
  -- Moves forward alone.
  clock_at timestamptz not null,
  -- Its network accepts commands and answers none.
  is_silent boolean not null default false,
  closed_at timestamptz,
  check (parent_id <> company_id)
);
create unique index sandbox_of_parent on sandbox (parent_id) where closed_at is null;
create index sandbox_made_by on sandbox (made_by);
select company_wall('sandbox');
grant select on sandbox to magistral_app;
grant select, insert, update on sandbox to magistral_system;
-- A movement by a key asks whose admin made it.
create policy companies_of_the_batch on sandbox to magistral_posting using (
  company_id = any ((select nullif(current_setting('app.companies', true), ''))::bigint[]));
grant select on sandbox to magistral_posting;
-- Whoever made the key of a sandbox works for its parent.
create policy makers_of_sandbox_keys on app_user for select to magistral_posting using (
  id in (select made_by from api_key));

-- What a sandbox was paid by its helper: no bank ever brought it.
create table sandbox_payment (
  id bigint generated always as identity primary key,
  company_id bigint not null references sandbox,
  invoice_id bigint not null references invoice,
  sum_kopecks bigint not null check (sum_kopecks > 0),
  paid_at timestamptz not null
);
create index sandbox_payment_company on sandbox_payment (company_id);
create index sandbox_payment_invoice on sandbox_payment (invoice_id);
select company_wall('sandbox_payment');
grant select on sandbox_payment to magistral_app;
grant select, insert on sandbox_payment to magistral_system;

create sequence sandbox_card_serial start 100;
-- Far from the programme's own invoices, which are numbered without gaps.
create sequence sandbox_invoice_serial start 900000000001;
grant delete on webhook to magistral_system;
grant usage on sequence sandbox_card_serial, sandbox_invoice_serial to magistral_system;

-- No real network ever gets the card of a sandbox, and no company a card of the simulated one, whatever the program does.
create function hold_sandbox_apart() returns trigger
language plpgsql as $$
begin
  if new.partner_id is not null
    and (new.partner_id = 99) <> exists (select from sandbox where company_id = new.company_id) then
    raise exception 'network % is not for company %', new.partner_id, new.company_id using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger sandbox_apart before insert or update of partner_id, company_id on card
  for each row execute function hold_sandbox_apart();
create trigger sandbox_apart before insert or update of partner_id, company_id on ledger_account
  for each row execute function hold_sandbox_apart();
