import { SOLD_BY_PIECE } from '#contract/fuel/goods-unit.ts';
import { findGoods } from './goods.ts';

/** Id of everything but fuel: AdBlue, oil, washing, tolls. */
export const OTHER_GOODS = 0;

/** Goods that no engine burns, although some are named after a fuel: «Масло дизельное», «AdBlue для ДТ». */
export const NOT_FUEL = new RegExp(
  `AD[ -]?BLUE|АДБЛЮ|МОЧЕВИН|DEF(?:$|[^A-ZА-Я])|МАСЛ|ОМЫВ|НЕЗАМЕРЗ|АНТИФРИЗ|ТОСОЛ|ПРИСАДК|${SOLD_BY_PIECE.source}`,
);

/** Patterns from the specific to the general. The first match decides which goods of `goods.ts` it is. */
const TITLES: readonly [RegExp, number][] = [
  [/КПГ|МЕТАН|CNG/, 502],
  [/СУГ|ПРОПАН|LPG|(?:^|[^А-ЯЁ]|АВТО)ГАЗ(?:$|[^А-ЯЁ]|ОВ|ОМОТ)/, 501],
  [/(?:ДТ|ДИЗ).*(?:ЗИМ|АРКТ|[- ](?:З|А)(?:$|[- ]))/, 302],
  [/(?:ДТ|ДИЗ).*(?:ПРЕМИУМ|ОПТИ|OPTI|PULSAR|ПУЛЬСАР|DRIVE|EURO ?6)/, 303],
  [/ДТ|ДИЗ|DIESEL/, 301],
  [/(?:^|[^0-9])(?:98|100)(?:[^0-9]|$)/, 403],
  [/(?:^|[^0-9])95(?:[^0-9]|$)/, 402],
  [/(?:^|[^0-9])92(?:[^0-9]|$)/, 401],
];

/** Titles of a fuel whose goods they do not name: «Бензин». */
const UNNAMED: readonly [RegExp, number][] = [[/БЕНЗИН|^АИ/, 4]];

/** Items of the tree of goods by title in capitals; the first match decides. */
export const FUEL_TITLES: readonly [RegExp, number][] = [
  ...TITLES.map(([pattern, id]): [RegExp, number] => [pattern, Math.floor(id / 100)]),
  ...UNNAMED,
];

/** Each network has its own codes; only the title is common to all: «Аи-95», «ДТ-Е-К5 зимнее», «СУГ». */
export function goodsOfTitle(title: string): number {
  const text = title.toUpperCase();
  if (NOT_FUEL.test(text)) return OTHER_GOODS;
  return TITLES.find(([pattern]) => pattern.test(text))?.[1] ?? OTHER_GOODS;
}

/** Returns whether a title names goods that networks sell: a fuel, or something else that their stations have. */
export function namesGoods(title: string): boolean {
  const text = title.toUpperCase();
  return NOT_FUEL.test(text) || FUEL_TITLES.some(([pattern]) => pattern.test(text));
}

/**
 * The item of the tree of goods (diesel, petrol, gas) that was sold, or null for anything that is no motor fuel. The only answer
 * to «is it fuel»; `writeMotorFuel` gives the same one in SQL.
 */
export function motorFuel({ goodsId, title }: { goodsId: number | null; title: string }): number | null {
  const text = title.toUpperCase();
  if (NOT_FUEL.test(text)) return null;
  const known = goodsId === null ? undefined : findGoods(goodsId);
  return known?.treeItemId ?? FUEL_TITLES.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
