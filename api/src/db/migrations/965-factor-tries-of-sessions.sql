-- Wrong answers of the second factor slow the session that gives them. Guessed one-time passwords of new sessions also count
-- to a day: to the device's where the factor was shown on it before, else to one that the person's unknown devices share.
alter table session add factor_tries int not null default 0, add factor_tried_at timestamptz;
alter table known_device add factor_at timestamptz, add factor_tries int not null default 0, add factor_tries_since timestamptz;
alter table factor_try add since timestamptz;
