-- How often the balance has come down to a threshold: each of these falls has a message of its own, which is named by it.
alter table company add column threshold_falls bigint not null default 0;
grant update (threshold_falls) on company to magistral_posting;
