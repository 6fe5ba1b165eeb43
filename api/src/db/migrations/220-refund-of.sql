-- The network's own id of the purchase that a refund takes back, where the network names it: its VAT rate is that of
-- the purchase (decision 22).
alter table operation add column refund_of text;
