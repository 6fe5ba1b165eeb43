/** Not fuel: oil, washing, tolls. */
export const OTHER_GOODS = 0;

/** From the specific to the general: the first match decides which goods of `goods.ts` it is. */
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

/** Each network has its own codes; only the title is common to all: «Аи-95», «ДТ-Е-К5 зимнее», «СУГ». */
export function goodsOfTitle(title: string): number {
  const text = title.toUpperCase();
  return TITLES.find(([pattern]) => pattern.test(text))?.[1] ?? OTHER_GOODS;
}
