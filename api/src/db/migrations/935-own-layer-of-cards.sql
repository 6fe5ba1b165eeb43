-- A card's limit and goods become its own layer of rules (decision 111). Nothing changes at a network by this: what stands
-- there is what the layers say from now on.

-- The message to the network that carries a change of a card's own layer, and when its outcome was taken into the layer.
alter table rule_change add column choice_id bigint, add column settled_at timestamptz;
create index rule_change_choice on rule_change (choice_id) where choice_id is not null;

-- When the rules were asked for last, whether an answer of the network is awaited, and what it has refused (limit, goods).
-- The sources are those of limits and goods that were set before messages to networks named theirs.
alter table rule_card add column asked_at timestamptz, add column awaits boolean not null default false,
  add column refused text[] not null default '{}', add column limit_source text, add column goods_source text;
create index rule_card_awaits on rule_card (card_id) where awaits;

create temporary table own_rule on commit drop as
with known as (
  select card.company_id, card.id as card_id, card.limit_count, card.limit_unit, card.limit_goods_groups, card.goods_ids,
    (case card.limit_unit when 'amount' then 'litres' else 'sum' end) || '_' ||
      (case card.limit_period when 'P1D' then 'day' when 'P1W' then 'week' when 'P1M' then 'month' else 'quarter' end) as kind,
    coalesce((ruled.pushed_limit ->> 'count')::numeric * 100 = card.limit_count
      and ruled.pushed_limit ->> 'unit' = card.limit_unit and ruled.pushed_limit ->> 'period' = card.limit_period, false) as limit_pushed,
    coalesce(ruled.pushed_goods @> card.goods_ids and ruled.pushed_goods <@ card.goods_ids, false) as goods_pushed,
    coalesce(added.goods_ids, '{301,302,303,401,402,403,501,502}') as sold,
    coalesce(
      (select author_id from card_change where card_change.card_id = card.id order by id desc limit 1),
      ruled.asked_by,
      (select min(id) from app_user where app_user.company_id = card.company_id)
    ) as author
  from card
  left join rule_card ruled on ruled.company_id = card.company_id and ruled.card_id = card.id
  left join added_network added on added.partner_id = card.partner_id
)
select company_id, card_id, author, kind, jsonb_build_object('kind', kind, 'value', trim_scale(limit_count / 100.0), 'chosen', true)
    || (case when limit_goods_groups = '{}' or limit_goods_groups @> '{3,4,5}' then '{}'
      else jsonb_build_object('groups', to_jsonb(limit_goods_groups)) end) as rule
from known where limit_count > 0 and not limit_pushed and author is not null
union all
select company_id, card_id, author, 'goods', jsonb_build_object('kind', 'goods', 'value', to_jsonb(goods_ids), 'chosen', true)
from known where goods_ids <> '{}' and not goods_ids @> sold and not goods_pushed and author is not null;

insert into rule_layer (company_id, layer, subject_id, rules, changed_at, changed_by)
select company_id, 'card', card_id,
  jsonb_agg(rule || jsonb_build_object('since', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))),
  now(), min(author)
from own_rule group by company_id, card_id
on conflict (company_id, layer, subject_id) do update set rules = excluded.rules || coalesce((
  select jsonb_agg(rule) from jsonb_array_elements(rule_layer.rules) rule
  where not exists (select from jsonb_array_elements(excluded.rules) own where own ->> 'kind' = rule ->> 'kind')
), '[]');

insert into rule_card (company_id, card_id, asked_by)
select company_id, card_id, min(author) from own_rule group by company_id, card_id
on conflict (company_id, card_id) do nothing;

update rule_card set
  limit_source = case when pushed_limit is null then null else layer_of.limit_layer end,
  goods_source = case when pushed_goods is null then null else layer_of.goods_layer end
from (
  select ruled.company_id, ruled.card_id,
    case when own.rules @> jsonb_build_array(jsonb_build_object('kind', ruled.pushed_limit ->> 'kind')) then 'card'
      when grouped.rules @> jsonb_build_array(jsonb_build_object('kind', ruled.pushed_limit ->> 'kind')) then 'group'
      else 'profile' end as limit_layer,
    case when own.rules @> '[{"kind": "goods"}]' then 'card' when grouped.rules @> '[{"kind": "goods"}]' then 'group'
      else 'profile' end as goods_layer
  from rule_card ruled
  left join rule_layer own on own.company_id = ruled.company_id and own.layer = 'card' and own.subject_id = ruled.card_id
  left join card_on_vehicle riding on riding.company_id = ruled.company_id and riding.card_id = ruled.card_id
    and riding.until is null
  left join vehicle on vehicle.id = riding.vehicle_id and vehicle.company_id = ruled.company_id
  left join rule_layer grouped on grouped.company_id = ruled.company_id and grouped.layer = 'group'
    and grouped.subject_id = vehicle.group_id
  where ruled.pushed_limit is not null or ruled.pushed_goods is not null
) layer_of
where layer_of.company_id = rule_card.company_id and layer_of.card_id = rule_card.card_id;
