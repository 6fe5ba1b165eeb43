-- Payments that may be one and the same: which of those in the books a payment resembled when it was loaded. A person
-- decides, with both rows side by side (docs/operations.md, "Bank statements").
create table payment_look_alike (
  payment_id bigint not null references bank_payment,
  booked_id bigint not null references bank_payment,
  primary key (payment_id, booked_id),
  check (payment_id <> booked_id)
);
create index payment_look_alike_booked on payment_look_alike (booked_id);
select only_grows('payment_look_alike');
grant select, insert on payment_look_alike to magistral_system;

-- Those that wait already.
insert into payment_look_alike (payment_id, booked_id)
select waiting.id, booked.id from bank_payment waiting join bank_payment booked
  on booked.dated_on = waiting.dated_on and booked.number = waiting.number
  and booked.sum_kopecks = waiting.sum_kopecks and booked.payer_account = waiting.payer_account
  and booked.statement_id <> waiting.statement_id and booked.id < waiting.id
where waiting.state = 'review' and waiting.note like 'Похоже на платёж%';

-- 'duplicate': a person has found that the bank has this payment once, and that it is in the books in another row. The
-- rows that are there were checked by the former constraint: checking them again would hold the table for long.
alter table bank_payment drop constraint bank_payment_state_check;
alter table bank_payment add constraint bank_payment_state_check
  check (state in ('credited', 'review', 'refund', 'assigned', 'duplicate')) not valid;

-- Which of our accounts the money came to. Null: loaded before this column, and in no file since.
alter table bank_payment add column own_account text;
