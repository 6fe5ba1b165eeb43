alter table bank_payment validate constraint bank_payment_fast_order;
alter table bank_payment validate constraint bank_payment_same_as;
alter table bank_payment validate constraint bank_payment_brought;
