-- What the comparison of cards with their networks knows of each card. A card without a row was never compared.
create table card_comparison (
  company_id bigint not null,
  card_id bigint not null,
  partner_id int not null,
  compared_at timestamptz,
  -- Compared before others: it has moved since, or differed the last time, or its network did not list it.
  is_due boolean not null,
  -- What the last comparison found, as `{kind, details}`; null: nothing.
  difference jsonb,
  primary key (company_id, card_id)
);
select company_wall('card_comparison');
create index card_comparison_due on card_comparison (partner_id, compared_at nulls first) where is_due;
grant select, insert, update on card_comparison to magistral_system;

-- A card of a network's list that is not ours and has money on it, or had when it was last looked at.
create table stray_card (
  partner_id int not null,
  card_number text not null,
  balance_kopecks bigint not null,
  looked_at timestamptz,
  primary key (partner_id, card_number)
);
grant select, insert, update, delete on stray_card to magistral_system;

-- How far the cards of each network's list have been read.
create table card_pass (
  partner_id int primary key,
  -- When the pass under way began; null: the next one has not begun.
  began_at timestamptz,
  -- The network's own word for where its list goes on; null: from its beginning.
  place text,
  -- It is read to its end; what it did not name is still to be looked for.
  is_listed boolean not null default false,
  listed int not null default 0,
  -- When the last pass began that came to its end: no card was last compared before, except one that waits as due.
  whole_since timestamptz,
  -- When the very first one began.
  first_at timestamptz not null
);
grant select, insert, update on card_pass to magistral_system;
