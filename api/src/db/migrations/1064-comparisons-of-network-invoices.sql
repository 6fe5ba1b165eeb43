-- Counts the comparisons of an invoice. A run of an older one has nothing more to write.
alter table network_invoice add column comparison int not null default 1;
