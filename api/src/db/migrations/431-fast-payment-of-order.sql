alter table bank_payment
  add constraint bank_payment_fast_order foreign key (fast_order_id) references fast_payment_order not valid,
  add constraint bank_payment_same_as foreign key (same_as_id) references bank_payment not valid,
  add constraint bank_payment_brought check (statement_id is not null or fast_order_id is not null) not valid;
