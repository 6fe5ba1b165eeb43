/**
 * Computes what a fleet's rules allow a second time and as simply as possible: from a truck's whole past, with no
 * database. It shares nothing with the product, so that a mistake would have to be made twice.
 */

export interface ModelRule {
  kind: string;
  /** Null removes what wider layers set. */
  value: unknown;
}

/** An allowance for one purchase. */
export interface Allowance {
  from: number;
  until: number;
  kinds: readonly string[];
  centilitres: number;
  /** Shortfall of each limit. */
  lacking: Readonly<Record<string, number>>;
}

export interface ModelPurchase {
  /** The network's own. */
  id: string;
  at: number;
  goodsId: number;
  centilitres: number;
  /** Kopecks a litre. */
  price: number;
  sum: number;
  station: ModelStation;
  /** Time at which the station refunded the whole sale. */
  refundedAt?: number;
}

export interface ModelStation {
  address: string;
  region: string;
  /** Mean price of diesel in its region, in kopecks. */
  mean: number;
}

export interface ModelCard {
  partnerId: number;
  tankLitres: number;
  /** The nearest first. */
  layers: [card: readonly ModelRule[], group: readonly ModelRule[], profile: readonly ModelRule[]];
  bought: ModelPurchase[];
  openings: { from: number; until: number }[];
  allowed: Allowance[];
}

export interface ModelRefusal {
  kind: string;
  /** Amount by which a limit would have to be raised. */
  lacks: number;
}

/** Only the price of diesel is listed. */
const DIESEL = new Set([301, 302, 303]);
const HOUR = 3_600_000;
const moscowHours = (at: number) => Math.floor((at + 3 * HOUR) / HOUR);
const moscowDay = (at: number) => Math.floor(moscowHours(at) / 24);
/** The first of January 1970 was a Thursday: 0 is Monday. */
const weekday = (at: number) => (moscowDay(at) + 3) % 7;
const week = (at: number) => Math.floor((moscowDay(at) + 3) / 7);

/** The rules that refuse a purchase. */
export function findRefusals(card: ModelCard, purchase: ModelPurchase): ModelRefusal[] {
  const kinds = new Set(card.layers.flat().map(({ kind }) => kind));
  const live = liveAllowances(card, purchase.at);
  return [...kinds].flatMap((kind) => {
    const { value } = card.layers.flat().find((rule) => rule.kind === kind) as ModelRule;
    if (value === null) return [];
    const allowing = live.filter((allowance) => allowance.kinds.includes(kind));
    const lacks = computeShortage(card, { kind, value }, purchase, allowing);
    return lacks > 0 ? [{ kind, lacks }] : [];
  });
}

/** One purchase uses an allowance up. */
function liveAllowances({ allowed, bought }: ModelCard, at: number): Allowance[] {
  return allowed.filter(
    ({ from, until }) =>
      from <= at &&
      at < until &&
      !bought.some((modelPurchase) => from <= modelPurchase.at && modelPurchase.at < at),
  );
}

/**
 * Returns for how many minutes a card that is closed by default may be opened, or null if it is not closed by default.
 */
export function getOpenMinutes({ layers }: ModelCard): number | null {
  const value = layers.flat().find(({ kind }) => kind === 'on_request')?.value;
  return typeof value === 'number' ? value : null;
}

/** Above zero: refused. */
function computeShortage(
  card: ModelCard,
  { kind, value }: ModelRule,
  purchase: ModelPurchase,
  allowing: readonly Allowance[],
): number {
  const { at, centilitres, sum } = purchase;
  const before = card.bought.filter((modelPurchase) => modelPurchase.at <= at);
  // A refunded purchase does not count as spent in the period in which it was bought, but it still counts as a filling.
  const notRefunded = before.filter(({ refundedAt = Infinity }) => refundedAt > at);
  const spent = (of: (modelPurchase: ModelPurchase) => number, period: (at: number) => number) =>
    notRefunded
      .filter((modelPurchase) => period(modelPurchase.at) === period(at))
      .reduce((total, modelPurchase) => total + of(modelPurchase), 0);
  const raised = allowing.reduce((total, allowance) => total + (allowance.lacking[kind] ?? 0), 0);
  switch (kind) {
    case 'litres_day':
      return (
        spent((modelPurchase) => modelPurchase.centilitres, moscowDay) +
        centilitres -
        hundredths(value) -
        raised
      );
    case 'litres_week':
      return (
        spent((modelPurchase) => modelPurchase.centilitres, week) + centilitres - hundredths(value) - raised
      );
    case 'sum_day':
      return spent((modelPurchase) => modelPurchase.sum, moscowDay) + sum - hundredths(value) - raised;
    case 'fillings_day':
      return (
        before.filter((modelPurchase) => moscowDay(modelPurchase.at) === moscowDay(at)).length +
        1 -
        Number(value) -
        allowing.length
      );
    case 'litres_filling': {
      const max = value === 'tank' ? card.tankLitres * 100 : hundredths(value);
      return centilitres - Math.max(max, ...allowing.map((allowance) => allowance.centilitres));
    }
  }
  if (allowing.length > 0) return 0;
  return passes(card, { kind, value }, purchase) ? 0 : 1;
}

function passes(
  card: ModelCard,
  { kind, value }: ModelRule,
  { at, goodsId, station, price }: ModelPurchase,
): boolean {
  switch (kind) {
    case 'hours': {
      const { days, from, to } = value as { days: number[]; from: string; to: string };
      const hour = moscowHours(at) % 24;
      return days.includes(weekday(at) + 1) && hour >= Number.parseInt(from) && hour < Number.parseInt(to);
    }
    case 'goods':
      return (value as number[]).includes(goodsId);
    case 'networks':
      return (value as number[]).includes(card.partnerId);
    case 'regions':
      return (value as string[]).includes(station.region);
    case 'stations':
      return (value as string[]).includes(station.address);
    case 'price':
      return !DIESEL.has(goodsId) || price * 100 <= station.mean * (100 + Number(value));
    case 'on_request':
      return card.openings.some(({ from, until }) => from <= at && at < until);
    default:
      throw new Error(`the model knows no rule «${kind}»`);
  }
}

function hundredths(value: unknown): number {
  return Math.round(Number(value) * 100);
}

/** Pattern of the refusal sentence for each rule. */
export const REFUSAL_PATTERN_BY_RULE: Readonly<Record<string, RegExp>> = {
  litres_day: /л в сутки/,
  litres_week: /л в неделю/,
  sum_day: /₽ в сутки/,
  fillings_day: /заправ(?:ка|ки|ок) в сутки/,
  litres_filling: /за одну заправку|Больше бака/,
  hours: /заправляться можно .+ по Москве/,
  goods: /карта платит только за/,
  networks: /только в сетях/,
  regions: /АЗС в регионе/,
  stations: /нет в списке разрешённых/,
  price: /средняя по региону/,
  on_request: /Карта закрыта: откройте её/,
};
