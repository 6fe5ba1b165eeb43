-- What nobody can use any more is deleted at night (docs/operations.md, "What is kept for how long").
grant delete on idempotent_request, spent_refresh_token, session to magistral_system;

-- The code of a sign-in confirms no document and no movement: the law does not ask for it.
grant delete on sms_code to magistral_system;
create or replace trigger keep_five_years before delete on sms_code for each row
  when (old.purpose is distinct from 'sign-in') execute function refuse_early_delete('sent_at');
