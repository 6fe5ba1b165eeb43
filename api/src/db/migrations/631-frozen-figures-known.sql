alter table month_document
  add constraint month_document_figures foreign key (figures_id) references stored_file not valid,
  add constraint month_document_has_content check (file_id is not null or figures_id is not null) not valid;
