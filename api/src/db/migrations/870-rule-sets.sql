-- Rules that a company keeps under a name, to be given to cards and groups.
create table rule_set (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  title text not null,
  rules jsonb not null,
  changed_at timestamptz not null,
  changed_by bigint not null references app_user,
  unique (company_id, title)
);
select company_wall('rule_set');
grant select, insert, update, delete on rule_set to magistral_app, magistral_system;

-- The name that the set had then; null: the rules came from no set.
alter table rule_change add column set_title text;
