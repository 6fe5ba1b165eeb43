-- What is kept under a request key is only ever given back as it came: to take it apart and put it together again cost
-- a deed more than any other part of keeping it.
alter table idempotent_request alter outcome type json using outcome::json, alter answer type json using answer::json;
