-- Money that the programme has paid from an own account to a client. A statement brings it, a person says what it was: the
-- return of an advance, which leaves the client's unallocated funds, or something else, which moves nothing.
create table advance_return (
  id bigint generated always as identity primary key,
  statement_id bigint not null references bank_statement,
  -- Own account, day of debit, number, date, sum, payee and purpose: the same document in another file is the same return.
  document_key text not null unique,
  state text not null default 'review' check (state in ('review', 'booked', 'dismissed')),
  -- Whose INN the payee's is.
  company_id bigint not null references company,
  number text not null,
  dated_on date not null,
  debited_on date not null,
  sum_kopecks bigint not null check (sum_kopecks > 0),
  payee_name text not null default '',
  payee_inn text not null,
  payee_account text not null default '',
  purpose text not null default '',
  -- Why it is no return, in a person's words.
  reason text,
  decided_by bigint references app_user,
  decided_at timestamptz,
  created_at timestamptz not null,
  check ((state = 'review') = (decided_at is null)),
  check ((state = 'dismissed') = (reason is not null))
);
create index advance_return_state on advance_return (state, id desc);
create index advance_return_company on advance_return (company_id, id desc);
create index advance_return_statement on advance_return (statement_id);
-- A company reads its own: the statement of its account names them.
select company_wall('advance_return');
grant select on advance_return to magistral_app;
grant select, insert, update on advance_return to magistral_system;
select keep_five_years('advance_return', 'dated_on');
