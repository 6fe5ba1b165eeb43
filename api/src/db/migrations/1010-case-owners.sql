-- A case of «Разбор» has an owner too. Its id is of its kind's own table, so the kind is a part of the key.
alter table task_owner drop constraint task_owner_kind_check, add constraint task_owner_kind_check check (
  kind in ('request', 'payment', 'case-block', 'case-choice', 'case-order', 'case-debtor', 'case-hold', 'case-sale',
    'case-record', 'case-card', 'case-surplus', 'case-closing', 'case-xml', 'case-letter', 'case-objection', 'case-answer',
    'case-resale', 'case-stray', 'case-job')) not valid;
alter table task_owner validate constraint task_owner_kind_check;
