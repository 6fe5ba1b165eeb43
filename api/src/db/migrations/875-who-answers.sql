-- Who answers what drivers ask for: of a group of trucks, or of the whole company where the group is null.
create table exception_duty (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  group_id bigint references vehicle_group on delete cascade,
  first_id bigint not null references app_user,
  second_id bigint references app_user,
  due_minutes int not null check (due_minutes between 1 and 1440),
  changed_at timestamptz not null,
  changed_by bigint not null references app_user,
  unique nulls not distinct (company_id, group_id)
);
create index exception_duty_group on exception_duty (group_id);
create index exception_duty_first on exception_duty (first_id);
create index exception_duty_second on exception_duty (second_id);
create index exception_duty_changed_by on exception_duty (changed_by);
select company_wall('exception_duty');
grant select, insert, update, delete on exception_duty to magistral_app, magistral_system;

-- Whose turn it is, written down when somebody asks, so that a duty that is changed later takes nothing from anybody.
alter table rule_exception add column turn text not null default 'anybody',
  add column owner_id bigint references app_user,
  add column second_id bigint references app_user,
  add column due_minutes int not null default 15;
alter table rule_exception add constraint rule_exception_turn_check
  check (turn in ('first', 'second', 'anybody', 'admins')) not valid;
