-- A file whose booking was broken off has no counts yet: a job finishes it. Those of the past are left as they are: what
-- they brought is in the books, and their day is long over.
update bank_statement set counts = '{"interrupted": true}' where counts = '{}';
