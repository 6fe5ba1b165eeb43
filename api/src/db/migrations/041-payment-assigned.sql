-- Who of the programme's people said whose money it is, and when.
alter table bank_payment
  add column assigned_by bigint references app_user,
  add column assigned_at timestamptz;
create index bank_payment_statement on bank_payment (statement_id);
