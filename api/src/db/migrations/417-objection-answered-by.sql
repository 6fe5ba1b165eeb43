alter table month_document
  add constraint month_document_answered_by foreign key (objection_answered_by) references app_user not valid;
