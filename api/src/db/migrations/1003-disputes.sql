-- A purchase that its company says is wrong, from the complaint to the decision.
create table dispute (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  operation_id bigint not null references operation,
  kind text not null check (kind in ('doubled', 'not-mine', 'other-litres', 'other-price')),
  text text not null,
  photo_file_id bigint references stored_file,
  -- What the portal knew when the dispute was opened: an array of Russian sentences.
  evidence jsonb not null,
  state text not null default 'open' check (state in ('open', 'at-network', 'accepted', 'declined', 'withdrawn')),
  opened_by bigint not null references app_user,
  opened_at timestamptz not null,
  -- `YYYY-MM-DD`, Moscow: the company gets an answer by then.
  due_on date not null,
  sent_at timestamptz,
  -- The network's answer, as the client reads it.
  answer text,
  refund_kopecks bigint check (refund_kopecks > 0),
  correction_id bigint references correction,
  decided_by bigint references app_user,
  ended_at timestamptz,
  check ((state in ('accepted', 'declined', 'withdrawn')) = (ended_at is not null)),
  check ((state = 'accepted') = (correction_id is not null))
);
-- A purchase has one dispute at a time.
create unique index dispute_open on dispute (operation_id) where ended_at is null;
create index dispute_company on dispute (company_id, id desc);
create index dispute_queue on dispute (due_on, id) where ended_at is null;
create index dispute_operation on dispute (operation_id);
create index dispute_photo on dispute (photo_file_id) where photo_file_id is not null;
create index dispute_correction on dispute (correction_id) where correction_id is not null;
create index dispute_opened_by on dispute (opened_by);
create index dispute_decided_by on dispute (decided_by);
select company_wall('dispute');
grant select, insert, update on dispute to magistral_app, magistral_system;
