import type { Db } from '../../../db/database.ts';
import { findGoods, NETWORK_GOODS } from '../../../gateways/fuel-network/goods.ts';
import { GOODS_GROUPS } from '../../cards/cards/goods-group.ts';
import { listNetworkTitles } from './list-network-titles.ts';
import type { RuleNames } from './rule-facts.ts';

const SHORT: Record<string, string> = { 'Дизельное топливо': 'дизель', Бензин: 'бензин', Газ: 'газ' };

/** «дизель» where all diesel is meant, else each by its title. */
function goodsInWords(ids: readonly number[]): string {
  const groups = GOODS_GROUPS.map(({ treeItemId, title }) => ({
    title: SHORT[title] ?? title,
    ids: NETWORK_GOODS.filter((goods) => goods.treeItemId === treeItemId).map((goods) => goods.id),
  }));
  const whole = groups.filter((group) => group.ids.every((id) => ids.includes(id)));
  const rest = ids.filter((id) => !whole.some((group) => group.ids.includes(id)));
  return [
    ...whole.map((group) => group.title),
    ...rest.map((id) => findGoods(id)?.title ?? 'другое топливо'),
  ].join(', ');
}

export async function ruleNames(db: Db): Promise<RuleNames> {
  const titles = new Map((await listNetworkTitles(db)).map(({ id, title }) => [id, title]));
  return {
    goods: goodsInWords,
    networks: (ids) => ids.map((id) => titles.get(id) ?? 'другая сеть').join(', '),
  };
}
