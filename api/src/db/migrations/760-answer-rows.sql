-- What a buyer's answer in the State's form says row by row, and the file it stood in: they belong to the objection made of it.
alter table month_document
  add column objected_rows jsonb,
  add column objected_file_id bigint;
