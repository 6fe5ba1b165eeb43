-- How many lines a document's register has: a large one is made in the background.
alter table month_document add column lines int;

-- A large paper that somebody has asked for, and how far it has come; the row goes when the paper is there.
create table paper_making (
  document_id bigint primary key references month_document,
  company_id bigint not null references company,
  asked_at timestamptz not null,
  pages int not null default 0,
  -- Null while they are counted.
  all_pages int
);
select company_wall('paper_making');
select announce_changes('paper_making', 'documents');
grant select on paper_making to magistral_app;
grant select, insert, update, delete on paper_making to magistral_system;
