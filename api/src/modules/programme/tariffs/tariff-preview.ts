import { sql, type RawBuilder } from 'kysely';
import { OPERATION_TYPE, SANDBOX_NETWORK } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { rows, type Db } from '../../../db/database.ts';
import { getSpecificity, pricesSales, type NewTariff } from './tariff.ts';
import { previewServices, type ServiceSums } from './service-preview.ts';
import { writeCharged, isClient } from './tariffs.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';

/** Cost of purchases under a tariff, beside what they did cost. */
export interface PreviewSums {
  sales: number;
  sum: Kopecks;
  discount: Kopecks;
  surcharge: Kopecks;
  fee: Kopecks;
  chargedNow: Kopecks;
  /** Delivery and monthly fees; only where the tariff names any. */
  services?: ServiceSums;
}

interface ClientPreview extends PreviewSums {
  id: number;
  title: string;
}

/**
 * Returns the purchases of a range of Moscow days to which a tariff would apply, by client. Purchases with a nearer
 * tariff in force on its first day are left out. The arithmetic repeats `tariffSums`; a property test compares them.
 */
async function previewByClient(
  db: Db,
  tariff: Omit<NewTariff, 'note'>,
  { from, to }: { from: string; to: string },
): Promise<ClientPreview[]> {
  const found = await rows(
    db,
    sql<{ id: number; title: string } & Record<Exclude<keyof PreviewSums, 'services'>, number>>`
      select company.id, company.title, sold.* from company cross join lateral (
        select count(*) as sales, coalesce(sum(operation.sum_kopecks), 0)::bigint as sum,
          coalesce(sum(${computeDiscount(tariff)}), 0)::bigint as discount,
          coalesce(sum(${computeSurcharge(tariff)}), 0)::bigint as surcharge,
          coalesce(sum(${selectPercent(tariff.feeRate)}), 0)::bigint as fee,
          coalesce(sum(${writeCharged()}), 0)::bigint as "chargedNow"
        from operation left join sale_price price on price.operation_id = operation.id
        where operation.company_id = company.id and operation.type_id = ${OPERATION_TYPE.purchase}
          and operation.partner_id <> ${SANDBOX_NETWORK}
          and operation.created_at >= ${from}::date::timestamp at time zone 'Europe/Moscow'
          and operation.created_at < (${to}::date + 1)::timestamp at time zone 'Europe/Moscow'
          and (${tariff.partnerId}::int is null or operation.partner_id = ${tariff.partnerId})
          and (${tariff.goodsTitle}::text is null or lower(trim(operation.goods_title)) = lower(trim(${tariff.goodsTitle}::text)))
          and not ${hasNearer(tariff)}
      ) sold
      where (${tariff.companyId}::bigint is null or company.id = ${tariff.companyId}) and sold.sales > 0
      order by abs(sold.surcharge + sold.fee - sold.discount + sold.sum - sold."chargedNow") desc, company.id`,
  );
  return found.map((row) => ({
    id: row.id,
    title: row.title,
    sales: row.sales,
    sum: kopecks(row.sum),
    discount: kopecks(row.discount),
    surcharge: kopecks(row.surcharge),
    fee: kopecks(row.fee),
    chargedNow: kopecks(row.chargedNow),
  }));
}

/** Half a kopeck up, of whole numbers. */
function selectPercent(rate: number): RawBuilder<unknown> {
  return sql`((operation.sum_kopecks * ${rate}::bigint + 5000) / 10000)`;
}

function computeChange({ unit, rate }: Pick<NewTariff, 'unit' | 'rate'>): RawBuilder<unknown> {
  return unit === 'percent'
    ? selectPercent(rate)
    : sql`((coalesce(operation.centilitres, 0) * ${rate}::bigint + 50) / 100)`;
}

function computeDiscount(tariff: Omit<NewTariff, 'note'>): RawBuilder<unknown> {
  return tariff.change === 'discount' ? sql`least(${computeChange(tariff)}, operation.sum_kopecks)` : sql`0`;
}

function computeSurcharge(tariff: Omit<NewTariff, 'note'>): RawBuilder<unknown> {
  return tariff.change === 'surcharge' ? computeChange(tariff) : sql`0`;
}

function hasNearer(tariff: Omit<NewTariff, 'note'>): RawBuilder<unknown> {
  return sql`exists (
    select from tariff other left join tariff_end ended on ended.tariff_id = other.id
    where (other.change <> 'none' or other.fee_rate > 0) and other.first_day <= ${tariff.firstDay}::date
      and coalesce(least(other.last_day, ended.last_day), 'infinity') >= ${tariff.firstDay}::date
      and (other.company_id is null or other.company_id = operation.company_id)
      and (other.partner_id is null or other.partner_id = operation.partner_id)
      and (other.goods_title is null or lower(trim(other.goods_title)) = lower(trim(operation.goods_title)))
      and case when other.company_id is null then 0 else 4 end + case when other.partner_id is null then 0 else 2 end
        + case when other.goods_title is null then 0 else 1 end > ${getSpecificity(tariff)}::int)`;
}

export interface TariffPreview {
  from: string;
  to: string;
  /** The clients with the largest difference. */
  clients: ClientPreview[];
  more: number;
  totals: PreviewSums;
}

const SHOWN = 50;

/**
 * Returns what the purchases of the last whole Moscow month would have cost under a tariff. Refuses with 404 for an
 * unknown client.
 */
export async function previewTariff(ctx: Context, tariff: Omit<NewTariff, 'note'>): Promise<TariffPreview> {
  const db = ctx.db.system;
  if (tariff.companyId !== null && !(await isClient(db, tariff.companyId)))
    throw notFound('Клиент не найден');
  const { from, to } = lastMonth(moscowDay(ctx.clock.now()));
  const sold = pricesSales(tariff) ? await previewByClient(db, tariff, { from, to }) : [];
  const { found, services } = addServices(sold, await previewServices(db, tariff, from.slice(0, 7)));
  const total = (of: Exclude<keyof PreviewSums, 'services'>): number =>
    found.reduce((sum, clientPreview) => sum + clientPreview[of], 0);
  return {
    from,
    to,
    clients: found.slice(0, SHOWN),
    more: Math.max(0, found.length - SHOWN),
    totals: {
      sales: total('sales'),
      sum: kopecks(total('sum')),
      discount: kopecks(total('discount')),
      surcharge: kopecks(total('surcharge')),
      fee: kopecks(total('fee')),
      chargedNow: kopecks(total('chargedNow')),
      ...(services && { services }),
    },
  };
}

/** Adds the services of each client to his purchases; clients who have bought nothing come last. */
function addServices(
  sold: readonly ClientPreview[],
  services: Awaited<ReturnType<typeof previewServices>>,
): { found: ClientPreview[]; services: ServiceSums | null } {
  if (!services) return { found: [...sold], services: null };
  const none = kopecks(0);
  const left = new Map(services.map((client) => [client.id, client]));
  const found = sold.map((client): ClientPreview => {
    const sums = left.get(client.id)?.services ?? { sum: none, chargedNow: none };
    left.delete(client.id);
    return { ...client, services: sums };
  });
  const sums = { sales: 0, sum: none, discount: none, surcharge: none, fee: none, chargedNow: none };
  for (const client of left.values()) found.push({ ...sums, ...client });
  const total = (of: keyof ServiceSums) =>
    kopecks(services.reduce((sum, client) => sum + client.services[of], 0));
  return { found, services: { sum: total('sum'), chargedNow: total('chargedNow') } };
}

function lastMonth(today: string): { from: string; to: string } {
  const to = new Date(Date.parse(`${today.slice(0, 7)}-01`) - 86_400_000).toISOString().slice(0, 10);
  return { from: `${to.slice(0, 7)}-01`, to };
}
