/**
 * The numbers that the spec gives meaning to.
 *
 * Partner ids have two readings (spec section 1). In the order flow and on the landing page 1 is `rn`, 2 is `gpn`,
 * 3 a third network and 4 the other stations; in the cabinet 2 is the first brand and 3 the second. Both name the same rows.
 */
export const PARTNER = { rn: 1, gpn: 2, third: 3, other: 4 } as const;
/** A network: one of the spec's four, or one that the programme's staff have added (`networks.ts`). */
export type PartnerId = number;
/** The spec's own four; the list of all is data (`GET /api/partner`, on the server `ctx.partnerIds()`). */
export const PARTNER_IDS = [1, 2, 3, 4] as const;
export type FirstPartnerId = (typeof PARTNER_IDS)[number];
export const PARTNER_KEYS: Record<FirstPartnerId, string> = { 1: 'rn', 2: 'gpn', 3: 'third', 4: 'other' };
/** Networks are added up to this id. */
export const PARTNER_ID_MAX = 24;

/** The one network of sandboxes: it is simulated everywhere, and no company's own (decision 89). */
export const SANDBOX_NETWORK: PartnerId = 99;

/** The order form's order: gpn, rn, the third network (spec section 7), then the other stations. */
const ORDER_ITEM_PARTNERS: readonly PartnerId[] = [PARTNER.gpn, PARTNER.rn, PARTNER.third, PARTNER.other];

/** A network's place in the order form, from 0: the four as the spec has them, then the added ones. */
export function placeInOrderForm(partnerId: PartnerId): number {
  const place = ORDER_ITEM_PARTNERS.indexOf(partnerId);
  return place === -1 ? partnerId - 1 : place;
}

/** Returns the key under which the order draft counts a network's cards. */
export function getDraftKey(partnerId: PartnerId): string {
  return PARTNER_KEYS[partnerId as FirstPartnerId] ?? `network-${partnerId}`;
}

/** The partner id of documents that concern all networks: of none of them alone. */
export const ALL_NETWORKS = 0;
export const ALL_NETWORKS_TITLE = 'Все сети';

/** The partner id of maintenance that covers everything. */
export const MAINTENANCE_OF_EVERYTHING = 0;

export const CARD_STATUS = { active: 1, blocked: 2, notSetUp: 5 } as const;
export type CardStatusId = (typeof CARD_STATUS)[keyof typeof CARD_STATUS];
export const CARD_STATUS_TITLE: Record<CardStatusId, string> = {
  1: 'Активна',
  2: 'Заблокирована',
  5: 'Не настроена',
};
/** The list filter writes "blocked" as 3 (spec section 4, intentionally unchanged). */
export const BLOCKED_IN_FILTER = 3;

export const OPERATION_TYPE = {
  topUp: 1,
  payout: 2,
  blocking: 3,
  unblocking: 4,
  refund: 10,
  purchase: 11,
} as const;
export type OperationTypeId = (typeof OPERATION_TYPE)[keyof typeof OPERATION_TYPE];
export const OPERATION_TYPE_TITLE: Record<OperationTypeId, string> = {
  1: 'Пополнение карты',
  2: 'Вывод средств с карты',
  3: 'Блокировка карты',
  4: 'Разблокировка карты',
  10: 'Возврат',
  11: 'Покупка топлива',
};

export const OPERATION_STATUS = { done: 1, inProgress: 2, failed: 3 } as const;
export type OperationStatusId = (typeof OPERATION_STATUS)[keyof typeof OPERATION_STATUS];
export const OPERATION_STATUS_TITLE: Record<OperationStatusId, string> = {
  1: 'Выполнена',
  2: 'В обработке',
  3: 'Отклонена',
};

/** Transaction mode: 1 funds the card, 0 withdraws from it (spec section 7). */
export const TRANSACTION_MODE = { toCard: 1, fromCard: 0 } as const;

export const GOODS_TREE = { diesel: 3, petrol: 4, gas: 5 } as const;
export const GOODS_ENABLED = 1;
export const GOODS_DISABLED = 2;

export const ROLE = { admin: 8, manager: 9, specialist: 10 } as const;
export type RoleId = (typeof ROLE)[keyof typeof ROLE];

/**
 * Units of a limit, and everything in which they differ: their name on a screen, the format of an input field,
 * the column of an operation, and the prefix of the rule kinds that count in it.
 */
export const LIMIT_UNIT = {
  sum: { title: 'рубли', field: 'rubles', column: 'sum_kopecks', rules: 'sum' },
  amount: { title: 'литры', field: 'litres', column: 'centilitres', rules: 'litres' },
} as const;
export type LimitUnit = keyof typeof LIMIT_UNIT;
export const LIMIT_UNITS = Object.keys(LIMIT_UNIT) as LimitUnit[];

/**
 * The periods of a limit, shortest first, and everything in which they differ. Each is one unit of the Moscow calendar,
 * as SQL's date_trunc names it. `per` follows «в» and «за», `now` names the period of a remainder.
 */
export const LIMIT_PERIOD = {
  P1D: { title: 'сутки', per: 'сутки', now: 'на сегодня', short: 'сут', calendarUnit: 'day', days: 1 },
  P1W: { title: 'неделя', per: 'неделю', now: 'на эту неделю', short: 'нед', calendarUnit: 'week', days: 7 },
  P1M: { title: 'месяц', per: 'месяц', now: 'на этот месяц', short: 'мес', calendarUnit: 'month', months: 1 },
  P3M: {
    title: 'квартал',
    per: 'квартал',
    now: 'на этот квартал',
    short: 'кв',
    calendarUnit: 'quarter',
    months: 3,
  },
} as const satisfies Record<string, LimitPeriodRow>;
export type LimitPeriod = keyof typeof LIMIT_PERIOD;
export const LIMIT_PERIODS = Object.keys(LIMIT_PERIOD) as LimitPeriod[];
export type CalendarUnit = 'day' | 'week' | 'month' | 'quarter';
interface LimitPeriodRow {
  title: string;
  per: string;
  now: string;
  /** Follows a slash, where there is little space: «350 л/сут». */
  short: string;
  calendarUnit: CalendarUnit;
  /** How long it lasts. Days are counted from a Monday. */
  days?: number;
  months?: number;
}

/** The only one of the spec's four networks whose cards can have a limit (spec section 5). */
export const LIMITED_PARTNER = PARTNER.gpn;
export const REQUEST_STATUS = { created: 1, approved: 2, issued: 3, rejected: 4 } as const;
export type RequestStatusId = (typeof REQUEST_STATUS)[keyof typeof REQUEST_STATUS];
export const REQUEST_STATUS_TITLE: Record<RequestStatusId, string> = {
  1: 'Заявка на рассмотрении',
  2: 'Заявка одобрена, карты выпускаются',
  3: 'Карты выпущены',
  4: 'Заявка отклонена',
};
/** A rejected request that was approved before, and taken back before its cards were issued. */
export const WITHDRAWN_TITLE = 'Заявка отозвана';
