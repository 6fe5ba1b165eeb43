-- Who orders first for an INN becomes the company's admin; until a proof is confirmed he may not do everything (decision
-- 51). Companies that were clients before count as confirmed, and so do those of a version that knows nothing of this.
alter table company add column admin_unconfirmed boolean not null default false;

create table admin_proof (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  user_id bigint not null references app_user,
  kind text not null check (kind in ('payment', 'document', 'registry-phone', 'staff')),
  state text not null check (state in ('waiting', 'confirmed', 'refused')),
  file_id bigint references stored_file,
  payment_id bigint references bank_payment,
  -- Of the phone that the code went to: its end alone.
  phone_end text,
  reason text,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- Null: it was confirmed by itself.
  decided_by bigint references app_user,
  check ((state = 'waiting') = (decided_at is null)),
  check ((kind = 'document') = (file_id is not null))
);
create index admin_proof_company on admin_proof (company_id, id desc);
-- One document of a company is looked at at a time.
create unique index admin_proof_waiting on admin_proof (company_id) where state = 'waiting';
select company_wall('admin_proof');
grant select, insert, update on admin_proof to magistral_app, magistral_system;
