insert into membership (user_id, company_id, role, since)
select id, company_id, role, created_at from app_user where company_id is not null
on conflict (user_id, company_id) where ended_at is null do nothing;
