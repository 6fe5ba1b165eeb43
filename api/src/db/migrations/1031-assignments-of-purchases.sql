-- What a purchase was for, as its driver or an employee entered it: for accountants. An empty cost centre is that of the
-- group that the purchase is charged to (`operation_allocation`). A refund has those of its purchase.
create table purchase_assignment (
  company_id bigint not null references company,
  operation_id bigint not null,
  cost_centre text not null check (length(cost_centre) <= 40),
  trip_number text not null check (length(trip_number) <= 40),
  -- A driver changes what drivers have entered, not what an employee has.
  by_driver boolean not null,
  changed_at timestamptz not null,
  primary key (company_id, operation_id)
);
select company_wall('purchase_assignment');
grant select, insert, update on purchase_assignment to magistral_app, magistral_system;
