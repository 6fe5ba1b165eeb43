/** Goods of other kinds: oil, washing, tolls. */
export const OTHER_GOODS = 0;

/** From the narrow to the wide: the first that fits names the goods of `goods.ts`. */
const TITLES: readonly [RegExp, number][] = [
  [/КПГ|МЕТАН|CNG/, 502],
  [/СУГ|ПРОПАН|LPG|ГАЗ/, 501],
  [/(?:ДТ|ДИЗ).*(?:ЗИМ|АРКТ|[- ](?:З|А)(?:$|[- ]))/, 302],
  [/(?:ДТ|ДИЗ).*(?:ПРЕМИУМ|ОПТИ|OPTI|PULSAR|ПУЛЬСАР|DRIVE|EURO ?6)/, 303],
  [/ДТ|ДИЗ|DIESEL/, 301],
  [/(?:^|\D)(?:98|100)(?:\D|$)/, 403],
  [/(?:^|\D)95(?:\D|$)/, 402],
  [/(?:^|\D)92(?:\D|$)/, 401],
];

/** Each network has codes of its own; what all of them share is the title: «Аи-95», «ДТ-Е-К5 зимнее», «СУГ». */
export function goodsOfTitle(title: string): number {
  const text = title.toUpperCase();
  return TITLES.find(([pattern]) => pattern.test(text))?.[1] ?? OTHER_GOODS;
}
