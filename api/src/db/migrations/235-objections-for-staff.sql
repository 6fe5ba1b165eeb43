-- An objection waits for the programme's staff until somebody has read it, or the client has confirmed the document.
alter table acknowledgement drop constraint acknowledgement_kind_check,
  add check (kind in ('card', 'letter', 'objection', 'surplus'));
create index month_document_disputed on month_document (objected_at desc)
  where objection is not null and received_at is null;
