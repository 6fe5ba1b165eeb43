-- A payment may be divided among several invoices of one company. Each division of a payment has a number of its own, so the
-- rows of an earlier one, which a correction has taken back, stay as they were.
create table payment_part (
  payment_id bigint not null references bank_payment,
  -- The first is 1.
  division int not null check (division > 0),
  invoice_id bigint not null references invoice,
  company_id bigint not null references company,
  -- Order in which the parts were named.
  place int not null check (place > 0),
  sum_kopecks bigint not null check (sum_kopecks > 0),
  primary key (payment_id, division, invoice_id)
);
create index payment_part_invoice on payment_part (invoice_id);
create index payment_part_company on payment_part (company_id);
select company_wall('payment_part');
select only_grows('payment_part');
grant select on payment_part to magistral_app;
grant select, insert on payment_part to magistral_system;

-- The division that is in effect. Null: the payment is for one invoice at most, which `invoice_id` names.
alter table bank_payment add column division int;
-- The division that the correction has taken back.
alter table payment_correction add column division int;
