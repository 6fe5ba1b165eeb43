-- What a confirming message said, without the code, and what its provider made of it: part of the evidence.
create table sms_message (
  code_id bigint primary key references sms_code,
  text text not null,
  provider text not null,
  provider_message_id text,
  accepted boolean not null,
  answered_at timestamptz not null
);
select only_grows('sms_message');
grant select, insert on sms_message to magistral_system;

-- Who said what about which bytes (domain.md section 10): one chain for each company, each row holding the hash of the
-- row before it. `record` is the exact text that was hashed; the columns beside it are for finding it.
create table document_evidence (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  place int not null check (place > 0),
  document_id bigint not null references month_document,
  act text not null check (act in ('accepted', 'objected')),
  at timestamptz not null,
  record text not null,
  previous_hash bytea not null,
  hash bytea not null unique,
  unique (company_id, place)
);
create index document_evidence_document on document_evidence (document_id, place);
select company_wall('document_evidence');
select only_grows('document_evidence');
grant select, insert on document_evidence to magistral_app, magistral_system;

-- The end of each chain: rows cut off its end are missed, and those who add to it take turns.
create table document_evidence_end (
  company_id bigint primary key references company,
  place int not null,
  hash bytea not null
);
select company_wall('document_evidence_end');
grant select, insert, update on document_evidence_end to magistral_app, magistral_system;
