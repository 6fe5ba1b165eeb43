-- outside a transaction
create index concurrently sms_code_of_strangers on sms_code (sent_at)
  where purpose = 'sign-in' and not by_known_device and used_at is null;
