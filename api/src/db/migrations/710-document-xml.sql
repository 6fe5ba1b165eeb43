-- A document in the State's form: its file, made once and never another one, or what the check has against it.
create table document_xml (
  document_id bigint not null references month_document,
  company_id bigint not null references company,
  file_id bigint references stored_file,
  problem text,
  checked_at timestamptz not null,
  check ((file_id is null) <> (problem is null)),
  primary key (company_id, document_id)
);
select company_wall('document_xml');
grant select on document_xml to magistral_app;
grant select, insert, update on document_xml to magistral_system;

-- What the check refuses waits for a person.
create index document_xml_refused on document_xml (checked_at) where problem is not null;
