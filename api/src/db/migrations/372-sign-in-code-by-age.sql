-- outside a transaction
create index concurrently sms_code_sign_in on sms_code (sent_at) where purpose = 'sign-in';
