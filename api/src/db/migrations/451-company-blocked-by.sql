alter table company
  add constraint company_blocked_by foreign key (blocked_by) references app_user not valid;
