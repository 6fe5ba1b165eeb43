-- What was stored is there.
alter table month_document
  add constraint month_document_objected_file foreign key (objected_file_id) references stored_file not valid;
