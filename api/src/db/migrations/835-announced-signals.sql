-- The screens of a company follow what looks wrong, and what drivers ask for.
select announce_changes('fleet_signal', 'operations');
select announce_changes('rule_exception', 'cards');
