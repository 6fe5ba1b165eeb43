-- The act of an order's cards, published when the last of them is issued: a document of no month's set. One that concerns
-- several networks is stored under the first of them.
create table card_act (
  document_id bigint primary key references month_document,
  request_id bigint not null unique references card_request,
  company_id bigint not null references company,
  networks int not null check (networks > 0)
);
select company_wall('card_act');
select only_grows('card_act');
grant select on card_act to magistral_app;
grant select, insert on card_act to magistral_system;

-- Every card stands in one act, an order's or a month's, and never in another.
create table card_act_line (
  card_id bigint primary key references card,
  document_id bigint not null references month_document,
  company_id bigint not null references company
);
select company_wall('card_act_line');
select only_grows('card_act_line');
grant select, insert on card_act_line to magistral_system;

-- The cards of the acts that months have had so far.
insert into card_act_line (card_id, document_id, company_id)
select card.id, document.id, document.company_id
from month_document document
join month_closing closing on closing.company_id = document.company_id and closing.month = document.month
join card on card.company_id = document.company_id and card.partner_id = document.partner_id
left join lateral (
  select until_at from month_closing earlier
  where earlier.company_id = document.company_id and earlier.month < document.month and until_at is not null
  order by month desc limit 1
) previous on true
where document.kind = 'cards'
  and (card.created_at >= (document.month || '-01')::timestamp at time zone 'Europe/Moscow'
    or card.created_at > previous.until_at)
  and card.created_at < ((document.month || '-01')::timestamp + interval '1 month') at time zone 'Europe/Moscow'
  and card.created_at <= closing.until_at
on conflict do nothing;
