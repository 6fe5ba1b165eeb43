-- Whoever sends the message of a threshold holds it until then; it stays due until the provider has taken it, so that
-- one whose sender was killed is sent by another. A new crossing takes the claim away: its message is another one.
alter table company add column threshold_message_claimed_until timestamptz;
grant update (threshold_message_claimed_until) on company to magistral_posting;
