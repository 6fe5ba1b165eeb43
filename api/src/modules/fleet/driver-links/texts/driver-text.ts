import type { DeclineCode } from '#contract/fleet/declines.ts';
import type { PumpSessionState } from '#contract/fuel/pump-sessions.ts';
import type { SpendingPeriod } from '#contract/fleet/rule-values.ts';

/** Reasons to ask for more. They are fixed, so that they can be counted, and stored in Russian for the dispatcher. */
export const ASK_REASONS = [
  'Дальний рейс',
  'Объезд или простой',
  'Заправка про запас',
  'Другая причина',
] as const;
type AskReason = (typeof ASK_REASONS)[number];

/** Why nothing can be filled now. A spent limit also names its period. */
const STOP_REASONS = [
  'notSetUp',
  'hours',
  'fillings',
  'spent',
  'budget',
  'rule',
  'checked',
  'programme',
  'blocked',
  'works',
  'silent',
  'money',
  'limit',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** Why a code was not sent or not accepted. */
export type BindProblem = 'noCode' | 'tooMany' | 'expired' | 'wrong' | 'pause' | 'dayLimit' | 'notSent';

/**
 * Every text of the driver's page in one language. A text that a language lacks does not compile. Texts are short,
 * because they are read at a pump; sums and litres arrive formatted.
 */
export interface DriverText {
  name: string;
  /** Short name of the language for a narrow button; `name` begins with it. */
  short: string;
  language: string;
  litre: string;
  kilometre: string;
  metre: string;
  today: string;
  yesterday: string;

  card: string;
  call: string;
  canFill: string;
  ready: string;
  notNow: string;
  failed: string;
  stops: Record<Exclude<StopReason, 'limit'>, string>;
  limitSpent: (period: string) => string;
  onCard: (sum: string) => string;
  wholeLimit: (amount: string) => string;
  limitLeft: (amount: string) => string;
  atPrice: (price: string) => string;

  limit: string;
  /** «на сегодня», as it follows or precedes «осталось». */
  periods: Record<SpendingPeriod, string>;
  left: (period: string) => string;
  spent: string;
  spentShare: (spent: string, whole: string) => string;
  rules: string;
  fromTotal: (amount: string) => string;
  goods: string;
  noGoods: string;

  near: string;
  showNear: string;
  needsScript: string;
  locating: string;
  notLocated: string;
  noneNear: string;
  straight: string;
  maybeDry: string;
  tryAgain: string;
  offline: string;

  fillings: string;
  noFillings: string;
  refund: string;
  /** Texts of the form for the trip and the cost centre of a filling. */
  assign: {
    title: string;
    change: string;
    tripNumber: string;
    costCentre: string;
    save: string;
    trip(number: string): string;
    centre(code: string): string;
  };
  dataTime: (time: string) => string;
  refresh: string;
  notMyPhone: string;

  binding: string;
  willSend: (lastDigits: string) => string;
  getCode: string;
  getCodeAgain: string;
  code: string;
  openCard: string;
  problems: Record<BindProblem, string>;
  closed: string;
  closedHelp: string;

  opening: string;
  openingHelp: string;
  closing: string;
  closingHelp: string;
  openUntil: (time: string) => string;
  openFor: (minutes: number) => string;

  refused: string;
  declines: Record<DeclineCode, string>;
  whyMore: string;
  ask: string;
  askReasons: Record<AskReason, string>;
  askedAt: (time: string) => string;
  allowedUntil: (time: string) => string;
  allowed: string;
  notAllowed: string;
  used: string;
  lapsed: string;

  plan: string;
  planTotal: (about: { id: number; way: string; total: string; end: string }) => string;
  noStops: string;
  alongAt: (way: string, time: string) => string;
  priceAndCard: (price: string, card: string) => string;
  filled: (amount: string) => string;
  navigator: string;
  adblue: (amount: string) => string;
  adblueAt: (stops: string) => string;
  noAdblue: string;
  setOff: string;
  tripDone: string;

  pump: PumpText;
}

/** Texts of a code for one filling; those of SMS have at most 70 characters with their figures. */
export interface PumpText {
  title: string;
  fuel: string;
  litres: string;
  getCode: string;
  showIt: string;
  /** Name of the QR code, for a reader who does not see it. */
  qr: string;
  showQr: string;
  until: (time: string) => string;
  upTo: (amount: string) => string;
  cancel: string;
  states: Record<PumpSessionState, string>;
  filledLitres: (filled: string, most: string) => string;
  back: string;
  smsCode: (about: { code: string; litres: string; time: string }) => string;
  smsRefused: Record<SmsProblem, string>;
}

/** Why an SMS for a code got none. */
export type SmsProblem = 'unread' | 'card' | 'open' | 'money' | 'rule' | 'blocked' | 'goods' | 'other';
