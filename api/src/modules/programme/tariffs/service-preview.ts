import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { rows, type Db } from '../../../db/database.ts';
import { listMonthActivity } from './month-activity.ts';
import { computeMonthlyCharges, findServiceFees, type MonthActivity } from './service-fees.ts';
import type { NewTariff, Tariff } from './tariff.ts';
import { listTariffsInForce } from './tariffs.ts';

/** Delivery and monthly fees of a month: what they would have come to under a tariff, and what they did. */
export interface ServiceSums {
  sum: Kopecks;
  chargedNow: Kopecks;
}

export interface ClientServices {
  id: number;
  title: string;
  services: ServiceSums;
}

/**
 * Returns the services of a month under a tariff, by client, those of the largest difference first. Clients whose own tariff
 * names the fee keep that one. Null if the tariff names no fee.
 */
export async function previewServices(
  db: Db,
  tariff: Omit<NewTariff, 'note'>,
  month: string,
): Promise<ClientServices[] | null> {
  const { fees, companyId } = tariff;
  if (!fees || Object.values(fees).every((sum) => sum === null)) return null;
  const tariffs: Tariff[] = [...(await listTariffsInForce(db)), { ...tariff, id: Number.MAX_SAFE_INTEGER }];
  const charged = await readCharged(db, month);
  const found = (await listMonthActivity(db, { month, companyId })).map((activity): ClientServices => {
    const { companyId: id, title } = activity;
    const sum = computeServices(tariffs, activity, tariff.firstDay);
    return { id, title, services: { sum, chargedNow: charged.get(id) ?? kopecks(0) } };
  });
  return found
    .filter(({ services }) => services.sum > 0 || services.chargedNow > 0)
    .sort((a, b) => getDifference(b) - getDifference(a));
}

function computeServices(tariffs: readonly Tariff[], activity: MonthActivity, day: string): Kopecks {
  const fees = findServiceFees(tariffs, { companyId: activity.companyId, day });
  const monthly = computeMonthlyCharges(fees, activity).reduce((sum, charge) => sum + charge.sum, 0);
  return kopecks(monthly + fees.delivery * activity.orders);
}

function getDifference({ services }: ClientServices): number {
  return Math.abs(services.sum - services.chargedNow);
}

/** Sums taken for the services of a month by client, without the prices of cards. */
async function readCharged(db: Db, month: string): Promise<Map<number, Kopecks>> {
  const found = await rows(
    db,
    sql<{ id: number; sum: number }>`
      select company_id as id, sum(sum_kopecks)::bigint as sum from service_charge
      where kind <> 'card' and to_char(served_at at time zone 'Europe/Moscow', 'YYYY-MM') = ${month}
      group by company_id`,
  );
  return new Map(found.map(({ id, sum }) => [id, kopecks(sum)]));
}
