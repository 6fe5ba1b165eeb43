-- Who confirmed the grant of a role, where two people gave it; null: one member gave it alone.
alter table staff_role_change add column confirmed_by bigint references app_user;
