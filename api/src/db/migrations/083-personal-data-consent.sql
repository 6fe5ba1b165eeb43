-- Consent to the processing of personal data: a document of its own (152-ФЗ, article 9), apart from every agreement.
-- Each wording is kept for ever beside what people said to it.
create table consent_version (
  version int primary key,
  text text not null,
  sha256 text not null,
  published_at timestamptz not null
);
select only_grows('consent_version');
grant select, insert on consent_version to magistral_system;

-- Given and withdrawn, by whom, to which exact text, when, from where. A person's last line is how it stands.
create table consent_act (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  act text not null check (act in ('given', 'withdrawn')),
  version int not null references consent_version,
  sha256 text not null,
  ip text not null,
  user_agent text not null,
  at timestamptz not null
);
create index consent_act_user on consent_act (user_id, id desc);
select only_grows('consent_act');
grant select, insert on consent_act to magistral_system;
