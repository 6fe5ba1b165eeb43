-- How often a company has changed its request: staff approve what they have read, and nothing newer.
alter table card_request add column revision int not null default 1;
