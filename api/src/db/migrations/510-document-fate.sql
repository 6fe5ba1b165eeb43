-- What becomes of a published document: who published it, which one it corrects and why, when a correction came, and
-- whether it was withdrawn. A correction bears the kind of what it corrects: `kind` is of the one paper of a month.
alter table month_document
  add column published_by bigint,
  add column replaces_id bigint,
  add column replace_reason text,
  add column replaced_at timestamptz,
  add column corrected_kind text,
  add column withdrawn_at timestamptz,
  add column withdrawn_by bigint,
  add column withdraw_reason text;
