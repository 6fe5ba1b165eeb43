-- Company for which a download was asked, as each tab acts for its own; null: the one that the session has entered.
alter table download_ticket add column acting_company_id bigint;
