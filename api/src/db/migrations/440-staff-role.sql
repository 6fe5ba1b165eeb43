-- What a member of the programme's staff may do. `is_staff` stays for the version before this one, which reads it.
alter table app_user add column staff_role text;
