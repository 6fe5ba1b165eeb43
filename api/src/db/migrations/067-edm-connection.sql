-- What the operator of electronic documents knows of a company's request: company.edm_state says where it stands.
create table edm_connection (
  company_id bigint primary key references company,
  task_id text,
  box_id text,
  reason text,
  changed_at timestamptz not null
);
select company_wall('edm_connection');
grant select, insert, update on edm_connection to magistral_app;
grant select, insert, update on edm_connection to magistral_system;

-- Documents of a connected company that went out to the operator; the operation id makes a repeat the same message.
create table edm_message (
  document_id bigint primary key references month_document,
  company_id bigint not null references company,
  operation_id uuid not null unique default gen_random_uuid(),
  message_id text,
  asked_at timestamptz not null,
  sent_at timestamptz
);
select company_wall('edm_message');
grant select on edm_message to magistral_app;
grant select, insert, update on edm_message to magistral_system;
