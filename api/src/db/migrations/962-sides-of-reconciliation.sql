-- A report names the money of both sides, also where they agree.
-- Null: compared before this column.
alter table card_comparison add column network_kopecks bigint;
-- Of each network that answered: how many cards were compared, and what the network has on them. An older report has none.
alter table reconciliation_run add column sides jsonb not null default '[]';
