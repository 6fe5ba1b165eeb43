alter table company validate constraint company_blocked_by;
