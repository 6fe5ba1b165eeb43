-- What a network has billed too much, by the invoice that was accepted without it.
create table network_claim (
  id bigint generated always as identity primary key,
  invoice_id bigint not null unique references network_invoice,
  partner_id int not null references partner,
  sum_kopecks bigint not null check (sum_kopecks > 0),
  note text not null,
  made_by bigint not null references app_user,
  made_at timestamptz not null,
  -- Ended without a payment. 'offset': the network has billed less instead. 'withdrawn': the network was right.
  ended_as text check (ended_as in ('offset', 'withdrawn')),
  end_note text,
  ended_by bigint references app_user,
  ended_at timestamptz,
  check ((ended_as is null) = (ended_at is null))
);
create index network_claim_partner on network_claim (partner_id);
create index network_claim_made_by on network_claim (made_by);
create index network_claim_ended_by on network_claim (ended_by);
grant select, insert, update on network_claim to magistral_system;

-- 'bonus': what the network pays of the turnover; it was not paid to the network before.
alter table network_refund add column kind text not null default 'refund';
alter table network_refund add constraint network_refund_kind_check check (kind in ('refund', 'bonus')) not valid;
-- The claim that the payment answers.
alter table network_refund add column claim_id bigint;
alter table network_refund add constraint network_refund_claim_fkey
  foreign key (claim_id) references network_claim not valid;
create index network_refund_claim on network_refund (claim_id) where claim_id is not null;
