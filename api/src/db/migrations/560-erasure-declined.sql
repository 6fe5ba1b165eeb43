-- Staff may decline a wish to be erased, with the reason that the person reads. It ends the wish as a done one ends it, so
-- that an older version of the program sees nothing open and the person can ask again.
alter table erasure_request add column declined boolean not null default false;
