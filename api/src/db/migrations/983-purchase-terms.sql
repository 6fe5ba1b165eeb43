-- What a network's fuel costs the programme, by network and goods, from a day (decision 167). Rows are only added: a term is
-- ended by a row of its own. It moves no money, so it may begin on a day that has passed.
create table purchase_term (
  id bigint generated always as identity primary key,
  partner_id int not null references partner,
  -- One of these two or none: all goods.
  goods_title text,
  goods_kind text check (goods_kind in ('diesel', 'petrol', 'gas')),
  pricing text not null check (pricing in ('percent', 'litre', 'fixed')),
  -- Hundredths of a percent of the station's sum, or kopecks a litre.
  rate int not null check (rate >= 0),
  -- Hundredths of a percent of the station's sum.
  bonus_rate int not null check (bonus_rate >= 0),
  -- Moscow days of the purchase, both included.
  first_day date not null,
  last_day date,
  note text not null,
  created_at timestamptz not null,
  created_by bigint not null references app_user,
  check (goods_title is null or goods_kind is null),
  check (pricing <> 'fixed' or rate > 0),
  check (last_day >= first_day)
);
select only_grows('purchase_term');
grant select, insert on purchase_term to magistral_system;

-- The last day may be the day before the first: the term never was.
create table purchase_term_end (
  term_id bigint primary key references purchase_term,
  last_day date not null,
  reason text not null,
  ended_at timestamptz not null,
  ended_by bigint not null references app_user
);
select only_grows('purchase_term_end');
grant select, insert on purchase_term_end to magistral_system;
