-- A page of a network's sales leaves out the companies whose money somebody holds, as a batch of deeds does (301).
grant execute on function lock_free_money to magistral_system;
