-- What was allowed counts for a purchase of its time also after it has ended: looked up by its end, whatever its state.
create index rule_exception_until on rule_exception (card_id, until) where until is not null;
drop index rule_exception_card;
