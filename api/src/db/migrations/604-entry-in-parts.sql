-- Entries in parts, by the number of their transfer. Nothing is copied or read: the table becomes its own first part under
-- a lock of milliseconds. An older program goes on with the same name, the same columns and the same key.
-- contract: the name ledger_entry is taken again in this transaction
alter table ledger_entry rename to ledger_entry_first;
alter index ledger_entry_pkey rename to ledger_entry_first_pkey;
drop trigger only_grows on ledger_entry_first;
drop policy own_company on ledger_entry_first;
drop policy every_company on ledger_entry_first;
drop policy companies_of_the_batch on ledger_entry_first;
revoke all on ledger_entry_first from magistral_app, magistral_system, magistral_posting;

create table ledger_entry (
  account_id bigint not null,
  transfer_id bigint not null,
  company_id bigint not null,
  amount_kopecks bigint not null,
  balance_before_kopecks bigint not null,
  balance_after_kopecks bigint not null,
  primary key (account_id, transfer_id),
  -- Named as in the first part.
  constraint ledger_entry_amount_kopecks_check check (amount_kopecks <> 0),
  constraint ledger_entry_check check (balance_after_kopecks = balance_before_kopecks + amount_kopecks)
) partition by range (transfer_id);
select company_wall('ledger_entry');
create policy companies_of_the_batch on ledger_entry to magistral_posting using (
  company_id in (select unnest(nullif(current_setting('app.companies', true), '')::bigint[])));
select only_grows('ledger_entry');
grant select, insert on ledger_entry to magistral_app, magistral_system, magistral_posting;

-- Stays empty: a row here has a number that nobody gave it.
create table ledger_entry_stray (like ledger_entry including all);
select company_wall('ledger_entry_stray');
grant select on ledger_entry_stray to magistral_system;
create trigger never_emptied before truncate on ledger_entry_stray for each statement execute function refuse_change();
alter table ledger_entry attach partition ledger_entry_stray default;
alter table ledger_entry attach partition ledger_entry_first for values from (minvalue) to (2400000000000);
