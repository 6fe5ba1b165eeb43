import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { getNextMonth, startOfDay } from '../../../lib/days.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { listMonthActivity } from '../../programme/tariffs/month-activity.ts';
import { computeMonthlyCharges, findServiceFees } from '../../programme/tariffs/service-fees.ts';
import type { Tariff } from '../../programme/tariffs/tariff.ts';
import { listTariffsInForce } from '../../programme/tariffs/tariffs.ts';
import { chargeFees } from './charge-fees.ts';
import { listUnchargedClients, markMonthCharged } from './service-charges.ts';

/**
 * Takes the monthly fees of the months that are over, from each client once a month. The tariff of a month's first day counts.
 * After a time without the program it takes every month that is missing, oldest first. Returns how many clients it has counted.
 */
export async function chargeEndedMonths(ctx: Context): Promise<number> {
  const tariffs = await listTariffsInForce(ctx.db.system);
  let counted = 0;
  let failed: unknown = null;
  for (const month of listEndedMonths(tariffs, moscowDay(ctx.clock.now()))) {
    for (const companyId of await listUnchargedClients(ctx.db.system, month)) {
      try {
        counted += Number(await chargeMonth(ctx, { companyId, month }, tariffs));
      } catch (error) {
        failed = error;
        ctx.log.error({ err: error, companyId, month }, 'the monthly fees of a client can’t be taken');
      }
    }
  }
  // The queue tries the others again later.
  if (failed) throw failed;
  return counted;
}

/** Charges one client's month, for a caller that needs its figures now. */
export async function chargeMonthOfClient(ctx: Context, companyId: number, month: string): Promise<void> {
  const tariffs = await listTariffsInForce(ctx.db.system);
  if (listEndedMonths(tariffs, moscowDay(ctx.clock.now())).includes(month))
    await chargeMonth(ctx, { companyId, month }, tariffs);
}

function hasMonthlyFee({ fees }: Tariff): boolean {
  return fees !== undefined && [fees['client-month'], fees['card-month'], fees.minimum].some(Boolean);
}

/** Months that are over and on whose first day a tariff with a monthly fee was in force, oldest first. */
function listEndedMonths(all: readonly Tariff[], today: string): string[] {
  const tariffs = all.filter(hasMonthlyFee);
  const first = tariffs.map(({ firstDay }) => firstDay.slice(0, 7)).toSorted()[0];
  const months: string[] = [];
  for (let month = first; month !== undefined && month < today.slice(0, 7); month = getNextMonth(month))
    if (tariffs.some((tariff) => isInForceOnFirst(tariff, month))) months.push(month);
  return months;
}

function isInForceOnFirst({ firstDay, lastDay }: Tariff, month: string): boolean {
  return firstDay <= `${month}-01` && (lastDay === null || lastDay >= `${month}-01`);
}

/** False if the month was counted before. */
function chargeMonth(
  ctx: Context,
  { companyId, month }: { companyId: number; month: string },
  tariffs: readonly Tariff[],
): Promise<boolean> {
  return ctx.db.inSystem(async (tx) => {
    await lockMoney(tx, [companyId]);
    const now = ctx.clock.now();
    if (!(await markMonthCharged(tx, { companyId, month, now }))) return false;
    const charges = await listCharges(tx, { companyId, month }, tariffs);
    await chargeFees(tx, now, charges);
    const sum = charges.reduce((total, charge) => total + charge.sum, 0);
    if (sum > 0)
      await recordEvent(tx, {
        at: now,
        what: 'monthly-fees-taken',
        companyId,
        after: { month, sumKopecks: sum },
      });
    return true;
  });
}

async function listCharges(
  tx: Db,
  { companyId, month }: { companyId: number; month: string },
  tariffs: readonly Tariff[],
) {
  const [activity] = await listMonthActivity(tx, { month, companyId });
  if (!activity) return [];
  const fees = findServiceFees(tariffs, { companyId, day: `${month}-01` });
  // The last moment of the month: its documents name the fee.
  const servedAt = new Date(startOfDay(`${getNextMonth(month)}-01`).getTime() - 1);
  return computeMonthlyCharges(fees, activity).map((charge) => ({ companyId, month, servedAt, ...charge }));
}
