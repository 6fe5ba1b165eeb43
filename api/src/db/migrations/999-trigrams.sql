-- Parts of words are found by an index (decision 176). The owner of a database may create this extension.
create extension if not exists pg_trgm;
