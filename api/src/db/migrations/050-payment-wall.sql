-- A company reads its own payments: the statement of its account names them. What is nobody's yet stays the staff's.
select company_wall('bank_payment');
grant select on bank_payment to magistral_app;
