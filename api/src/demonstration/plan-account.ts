import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { SeededRandom } from '../lib/seeded-random.ts';
import type { MoscowTime } from './moscow-time.ts';
import type {
  PlannedDistribution,
  PlannedEvent,
  PlannedInvoice,
  PlannedOperation,
  PlannedPayment,
} from './plan.ts';

/** Habits of a company in managing its account. Whole rubles. */
export interface AccountPattern {
  /** The company pays an invoice before the account falls below this. */
  floorRubles: number;
  sums: readonly [least: number, most: number];
  /** The range of today's balance. */
  today: readonly [least: number, most: number];
  /** Days ago: the first payment. */
  from: number;
  authors: readonly number[];
}

export interface AccountPlan {
  events: (PlannedPayment | PlannedDistribution)[];
  invoices: PlannedInvoice[];
}

/** Number of days before today with small payments, so that the balance ends within its range. */
const LAST_DAYS = 16;
const PAID_AT_HOUR = 11;
const STEP = 10_000_00;

/**
 * The payments that a year of movements needs: on workdays, before the money runs out, each for an invoice of the workday
 * before. The balance of unallocated funds never falls below the company's usual minimum and ends within its range.
 */
export function planAccount(
  movements: readonly PlannedEvent[],
  habits: AccountPattern,
  time: MoscowTime,
  random: SeededRandom,
): AccountPlan {
  const flow = toFlow(movements);
  const plan: AccountPlan = { events: [], invoices: [] };
  const slots = paymentSlots(habits.from, time);
  const [least, max] = rubles(habits.today);
  let balance = 0;
  let read = 0;

  for (const [index, slot] of slots.entries()) {
    const at = time.at(slot, PAID_AT_HOUR);
    for (; read < flow.length && (flow[read] as Flow).at <= at; read++) balance += (flow[read] as Flow).sum;
    const next = slots[index + 1];
    const lowest =
      balance + lowestDip(flow, read, next === undefined ? time.now : time.at(next, PAID_AT_HOUR));
    const ending = slot <= LAST_DAYS;
    const minimum = ending ? least + 20_000_00 : habits.floorRubles * 100;
    if (lowest >= minimum) continue;
    const wanted = ending
      ? (least + max) / 2 - lowest
      : Math.max(random.whole(...rubles(habits.sums)), minimum + STEP - lowest);
    const sum = kopecks(Math.ceil(wanted / STEP) * STEP);
    payInvoice(plan, {
      sum,
      at,
      invoicedAt: time.at(slots[index - 1] ?? slot + 1, 14 + random.next() * 3),
      habits,
      random,
    });
    balance += sum;
  }
  for (; read < flow.length; read++) balance += (flow[read] as Flow).sum;
  if (balance > max) plan.events.push(setAside(kopecks(balance - (least + max) / 2), time, habits));
  return plan;
}

interface Flow {
  at: Date;
  sum: number;
}

/** Returns what movements add to the unallocated funds, in the order of time. */
function toFlow(movements: readonly PlannedEvent[]): Flow[] {
  return movements.flatMap((movement) => {
    const sum =
      movement.kind === 'operation'
        ? operationFlow(movement)
        : movement.kind === 'distribution'
          ? distributionFlow(movement)
          : 0;
    return sum === 0 ? [] : [{ at: movement.at, sum }];
  });
}

function operationFlow({ typeId, statusId, sum }: PlannedOperation): number {
  if (statusId !== OPERATION_STATUS.done) return 0;
  if (typeId === OPERATION_TYPE.topUp) return -sum;
  return typeId === OPERATION_TYPE.payout ? sum : 0;
}

function distributionFlow({ direction, sums }: PlannedDistribution): number {
  const total = sums.reduce((sum, item) => sum + item.sum, 0);
  return direction === 'distribute' ? -total : total;
}

function paymentSlots(from: number, time: MoscowTime): number[] {
  const slots: number[] = [];
  for (let day = from; day >= 0; day--) {
    if (time.isWorkday(day) && time.at(day, PAID_AT_HOUR) < time.now) slots.push(day);
  }
  return slots;
}

/** Returns how far the balance falls below its current value until the next chance to pay; zero or less. */
function lowestDip(flow: readonly Flow[], from: number, until: Date): number {
  let sum = 0;
  let lowest = 0;
  for (let index = from; index < flow.length && (flow[index] as Flow).at <= until; index++) {
    sum += (flow[index] as Flow).sum;
    lowest = Math.min(lowest, sum);
  }
  return lowest;
}

/** Sometimes staff had to assign the payment to its company, or more was paid than the invoice required. */
function payInvoice(
  plan: AccountPlan,
  paid: { sum: Kopecks; at: Date; invoicedAt: Date; habits: AccountPattern; random: SeededRandom },
): void {
  const count = plan.events.length;
  const withoutInvoice = count === 3 || count === 11;
  const over = count === 6 ? 12_000_00 : 0;
  if (!withoutInvoice) {
    plan.invoices.push({
      at: paid.invoicedAt,
      sum: kopecks(Math.max(STEP, paid.sum - over)),
      paid: paid.sum,
      cancelledAt: null,
      author: paid.random.pick(paid.habits.authors),
    });
  }
  plan.events.push({
    kind: 'payment',
    at: paid.at,
    sum: paid.sum,
    invoice: withoutInvoice ? null : plan.invoices.length - 1,
  });
}

/** The excess over the range goes to two partner accounts. */
function setAside(excess: Kopecks, time: MoscowTime, habits: AccountPattern): PlannedDistribution {
  const half = Math.floor(excess / 2 / 100) * 100;
  return {
    kind: 'distribution',
    at: new Date(time.now.getTime() - 90_000),
    direction: 'distribute',
    sums: [
      { partnerId: 1, sum: kopecks(half) },
      { partnerId: 2, sum: kopecks(excess - half) },
    ],
    author: habits.authors[0] ?? 0,
  };
}

function rubles([least, max]: readonly [number, number]): [number, number] {
  return [least * 100, max * 100];
}
