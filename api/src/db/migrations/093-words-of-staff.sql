-- What a network last said of a movement that waits: for the person who has to find out what became of it.
create table network_word (
  operation_id bigint primary key references operation,
  said text not null,
  heard_at timestamptz not null
);
grant select, insert, update on network_word to magistral_system;

-- A person's word that ends a movement is in the audit log exactly when the money has moved.
grant insert on audit_event to magistral_posting;

-- Payments that were credited to a wrong place. Each line keeps from where one was taken: the company that had it sees its
-- own statement as it was, though the payment is another's now.
create table payment_correction (
  payment_id bigint not null references bank_payment,
  -- The first is 1.
  turn int not null check (turn > 0),
  company_id bigint not null references company,
  invoice_id bigint references invoice,
  -- As the bank's document says them.
  number text not null,
  dated_on date not null,
  reason text not null,
  corrected_by bigint not null references app_user,
  corrected_at timestamptz not null,
  primary key (payment_id, turn)
);
create index payment_correction_company on payment_correction (company_id);
select company_wall('payment_correction');
select only_grows('payment_correction');
grant select on payment_correction to magistral_app;
grant select, insert on payment_correction to magistral_system;
