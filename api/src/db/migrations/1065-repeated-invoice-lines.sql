-- The other invoice of the network that has the same filling. Null as well after that invoice was removed.
alter table network_invoice_line add column other_invoice_id bigint;
alter table network_invoice_line add constraint network_invoice_line_other_fkey
  foreign key (other_invoice_id) references network_invoice on delete set null not valid;
create index network_invoice_line_other on network_invoice_line (other_invoice_id) where other_invoice_id is not null;
alter table network_invoice_line drop constraint network_invoice_line_outcome_check;
alter table network_invoice_line add constraint network_invoice_line_outcome_check
  check (outcome in ('different', 'theirs', 'ours', 'repeated', 'equal')) not valid;
