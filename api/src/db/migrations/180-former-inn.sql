-- A company that has left the programme gives its INN back: whoever orders for it next is another company here, and reads
-- nothing of what the people before have written.
alter table company alter column inn drop not null, add column former_inn text;
