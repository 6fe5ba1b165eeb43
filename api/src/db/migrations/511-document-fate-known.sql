alter table month_document
  add constraint month_document_publisher foreign key (published_by) references app_user not valid,
  add constraint month_document_replaces foreign key (replaces_id) references month_document not valid,
  add constraint month_document_withdrawer foreign key (withdrawn_by) references app_user not valid;
