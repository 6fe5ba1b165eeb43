-- Whoever was staff so far may do everything.
update app_user set staff_role = 'owner' where id in (select id from app_user where is_staff limit 10000);
