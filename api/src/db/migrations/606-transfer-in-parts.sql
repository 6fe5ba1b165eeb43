-- Transfers in parts, by their number: as 604. The number comes from a sequence of the same name, which goes on where it was;
-- nobody can draw one meanwhile.
-- contract: the name ledger_transfer is taken again in this transaction
alter table ledger_transfer rename to ledger_transfer_first;
alter sequence ledger_transfer_id_seq rename to ledger_transfer_first_id_seq;
alter index ledger_transfer_pkey rename to ledger_transfer_first_pkey;
alter index ledger_transfer_request_id_key rename to ledger_transfer_first_request_id_key;
alter index ledger_transfer_subject rename to ledger_transfer_first_subject;
drop trigger only_grows on ledger_transfer_first;
drop policy own_company on ledger_transfer_first;
drop policy every_company on ledger_transfer_first;
drop policy companies_of_the_batch on ledger_transfer_first;
revoke all on ledger_transfer_first from magistral_app, magistral_system, magistral_posting;

create sequence ledger_transfer_id_seq;
select setval('ledger_transfer_id_seq', last_value, is_called) from ledger_transfer_first_id_seq;
grant usage on sequence ledger_transfer_id_seq to magistral_app, magistral_system, magistral_posting;
grant select on sequence ledger_transfer_id_seq to magistral_system;
alter table ledger_transfer_first alter column id drop identity;

create table ledger_transfer (
  id bigint not null default nextval('ledger_transfer_id_seq') primary key,
  company_id bigint not null,
  -- The same request id is the same movement; unique by `ledger_transfer_first` and `posted_request` together.
  request_id text collate "C" not null,
  body_hash bytea,
  kind text not null,
  from_account_id bigint not null,
  to_account_id bigint not null,
  amount_kopecks bigint not null,
  subject_kind text collate "C" not null,
  subject_id bigint not null,
  posted_at timestamptz not null,
  -- Named as in the first part.
  constraint ledger_transfer_amount_kopecks_check check (amount_kopecks > 0),
  constraint ledger_transfer_check check (from_account_id <> to_account_id)
) partition by range (id);
alter sequence ledger_transfer_id_seq owned by ledger_transfer.id;
create index ledger_transfer_subject on ledger_transfer (subject_kind, subject_id) where subject_kind <> 'distribution';
select company_wall('ledger_transfer');
create policy companies_of_the_batch on ledger_transfer to magistral_posting using (
  company_id in (select unnest(nullif(current_setting('app.companies', true), '')::bigint[])));
select only_grows('ledger_transfer');
grant select, insert on ledger_transfer to magistral_app, magistral_system, magistral_posting;
create trigger keep_posted_requests after insert on ledger_transfer
  referencing new table as added for each statement execute function keep_posted_requests();

-- Stays empty: a row here has a number that nobody gave it.
create table ledger_transfer_stray (like ledger_transfer including all);
select company_wall('ledger_transfer_stray');
grant select on ledger_transfer_stray to magistral_system;
create trigger never_emptied before truncate on ledger_transfer_stray
  for each statement execute function refuse_change();
alter table ledger_transfer attach partition ledger_transfer_stray default;
alter table ledger_transfer attach partition ledger_transfer_first for values from (minvalue) to (2400000000000);
