-- What a network has given back of what was paid to it: one row books a payment, the next takes the booking back.
create table network_refund (
  payment_id bigint not null references bank_payment,
  -- The first is 1.
  turn int not null check (turn > 0),
  partner_id int not null references partner,
  -- Negative where a booking is taken back.
  sum_kopecks bigint not null check (sum_kopecks <> 0),
  note text not null,
  booked_by bigint not null references app_user,
  booked_at timestamptz not null,
  primary key (payment_id, turn)
);
create index network_refund_partner on network_refund (partner_id, booked_at);
create index network_refund_booked_by on network_refund (booked_by);
select only_grows('network_refund');
grant select, insert on network_refund to magistral_system;

-- 'network': it belongs to the account with a network. Rows that are there were checked by the former constraint.
alter table bank_payment drop constraint bank_payment_state_check;
alter table bank_payment add constraint bank_payment_state_check
  check (state in ('credited', 'review', 'refund', 'assigned', 'duplicate', 'network')) not valid;
