-- Cards of a network's own lists that nobody can read, as the network wrote them: until the network has mended them.
create table illegible_card (
  id bigint generated always as identity primary key,
  partner_id int not null references partner,
  -- Which of the network's lists: of the cards themselves, or of what is told of each apart.
  list text not null check (list in ('cards', 'purses', 'wallets', 'limits', 'restrictions')),
  key text not null,
  record text not null,
  problem text not null,
  -- Since when it can't be read for this reason.
  seen_at timestamptz not null,
  mended_at timestamptz,
  unique (partner_id, list, key)
);
create index illegible_card_standing on illegible_card (id desc) where mended_at is null;
grant select, insert, update on illegible_card to magistral_system;

-- The months whose papers could not be made are found by a number of their own, and say since when.
alter table month_closing add column id bigint generated always as identity, add column problem_at timestamptz;
create unique index month_closing_id on month_closing (id);
create index month_closing_problem on month_closing (id desc) where problem is not null and state <> 'done';

create index edm_message_refused on edm_message (changed_at desc) where state = 'refused';

-- How many more cards a network has issued than were ordered.
alter table card_request_item add column surplus int not null default 0 check (surplus >= 0);
-- Behind the wall the owner sees nobody's cards.
set local role magistral_system;
update card_request_item item set surplus = made.count - item.cards_cnt
from (select request_item_id, count(*) from card group by request_item_id) made
where made.request_item_id = item.id and item.issued_at is not null and made.count > item.cards_cnt;
reset role;
create index card_request_item_surplus on card_request_item (issued_at desc) where surplus > 0;

-- What a person has read, and what he did about it: it waits for nobody any more, unless it happens anew.
create table acknowledgement (
  kind text not null check (kind in ('card', 'letter', 'surplus')),
  subject_id bigint not null,
  acknowledged_at timestamptz not null,
  acknowledged_by bigint not null references app_user,
  reason text not null,
  primary key (kind, subject_id, acknowledged_at)
);
select only_grows('acknowledgement');
grant select, insert on acknowledgement to magistral_system;
