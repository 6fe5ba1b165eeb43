-- A document that concerns no single network, such as a claim. It is stored under one of them.
alter table month_document add column all_networks boolean not null default false;
