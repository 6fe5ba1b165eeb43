-- Up to where the nightly check has read the entries of an account and found them right, with a sum over their words, so that
-- one that is changed afterwards is found when it is read again.
create table account_check (
  company_id bigint not null,
  account_id bigint not null,
  last_transfer_id bigint not null,
  balance_kopecks bigint not null,
  entries bigint not null,
  -- The sum of the hashes of its entries with their transfers.
  checksum numeric not null,
  primary key (company_id, account_id)
);
select company_wall('account_check');
grant select, insert, update on account_check to magistral_system;

-- Up to which id the rolling pass over everything has got, by kind of row.
create table check_reach (
  part text primary key,
  reach bigint not null
);
grant select, insert, update on check_reach to magistral_system;
