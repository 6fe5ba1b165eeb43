-- The figures of a month's papers are kept when it is closed, as files by their content; the paper itself is made from
-- them when somebody wants it. So a document has a file of its own, or figures and, later, a paper made from them.
alter table month_document add column figures_id bigint;
alter table month_document alter column file_id drop not null;
create trigger same_figures before update of figures_id on month_document
  for each row execute function refuse_change();

-- The paper that was made from a document's figures: once, and never another one.
create table document_paper (
  document_id bigint primary key references month_document,
  company_id bigint not null references company,
  file_id bigint not null references stored_file,
  made_at timestamptz not null
);
select company_wall('document_paper');
select only_grows('document_paper');
select announce_changes('document_paper', 'documents');
grant select on document_paper to magistral_app;
grant select, insert on document_paper to magistral_system;
