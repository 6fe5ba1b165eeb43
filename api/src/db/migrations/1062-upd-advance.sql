-- Invoices for advances that a УПД names in line 5б, with the part of each that its shipments set off.
create table upd_advance (
  company_id bigint not null references company,
  document_id bigint not null references month_document,
  advance_id bigint not null references client_advance,
  gross_kopecks bigint not null check (gross_kopecks > 0),
  primary key (company_id, document_id, advance_id)
);
create index upd_advance_document on upd_advance (document_id);
create index upd_advance_advance on upd_advance (advance_id);
select company_wall('upd_advance');
select only_grows('upd_advance');
grant select on upd_advance to magistral_app;
grant select, insert on upd_advance to magistral_system;
