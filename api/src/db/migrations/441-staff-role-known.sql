alter table app_user add constraint app_user_staff_role_known
  check (staff_role in ('owner', 'operator', 'treasurer', 'support', 'auditor')) not valid;
