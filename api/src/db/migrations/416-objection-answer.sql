-- Which operations an objection is about, and the one answer that the programme's staff give to it. A later objection
-- is another one: it has operations and an answer of its own, and the audit log keeps those before it.
alter table month_document
  add column objected_operations bigint[] not null default '{}',
  add column objection_answer text,
  add column objection_answered_at timestamptz,
  add column objection_answered_by bigint;

-- Whoever objects names operations of the month's set, late ones too.
grant select on month_closing_line to magistral_app;
