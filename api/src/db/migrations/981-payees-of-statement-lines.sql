-- The payee's INN of what went out of our accounts. A statement that is loaded again adds it to lines from before this table.
create table statement_payee (
  line_id bigint primary key references statement_line,
  inn text not null
);
create index statement_payee_inn on statement_payee (inn);
select only_grows('statement_payee');
grant select, insert on statement_payee to magistral_system;
