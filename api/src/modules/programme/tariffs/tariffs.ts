import { sql, type RawBuilder } from 'kysely';
import { OPERATION_TYPE, SANDBOX_NETWORK, type PartnerId } from '#contract/ids.ts';
import type { EndpointBody } from '#contract/endpoint.ts';
import { SERVICE_FEE_FIELD, SERVICE_FEES, type previewTariff } from '#contract/programme/tariffs.ts';
import { kopecks } from '#contract/kopecks.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { NewTariff, ServiceFees, Tariff, TariffScope } from './tariff.ts';

/** A tariff as staff see it. */
export interface TariffRecord extends Tariff {
  client: { id: number; inn: string; title: string } | null;
  partner: { id: number; title: string } | null;
  note: string;
  createdAt: Date;
  createdBy: string;
  ended: { at: Date; by: string; reason: string } | null;
  sales: number;
}

interface TariffRow extends Tariff {
  inn: string | null;
  client_title: string | null;
  partner_title: string | null;
  note: string;
  created_at: Date;
  created_by: string;
  ended_at: Date | null;
  ended_by: string | null;
  reason: string | null;
  sales: number;
}

/** More than people enter in years. */
const MAX_LISTED = 2000;

/** Newest first. */
export async function listTariffRecords(db: Db): Promise<TariffRecord[]> {
  const found = await rows(db, sql<TariffRow>`${TARIFF} order by tariff.id desc limit ${MAX_LISTED}`);
  return found.map(toTariffRecord);
}

export async function findTariffRecord(db: Db, id: number): Promise<TariffRecord | null> {
  const row = await firstRow(db, sql<TariffRow>`${TARIFF} where tariff.id = ${id}`);
  return row && toTariffRecord(row);
}

/** Returns the name of a programme member for the lists of tariffs. */
function staffName(person: string): RawBuilder<unknown> {
  const of = sql.ref(person);
  return sql`coalesce(nullif(trim(concat_ws(' ', ${of}.lastname, ${of}.firstname)), ''), 'Сотрудник № ' || ${of}.id)`;
}

/** Each fee that a `tariff` of this alias may name, null where it does not. */
export function writeFees(alias: string): RawBuilder<ServiceFees> {
  const of = sql.ref(alias);
  return sql<ServiceFees>`jsonb_build_object('delivery', ${of}.delivery_kopecks, 'client-month', ${of}.client_month_kopecks,
    'card-month', ${of}.card_month_kopecks, 'minimum', ${of}.minimum_kopecks)`;
}

const TARIFF = sql`
  select tariff.id, tariff.company_id as "companyId", tariff.partner_id as "partnerId", tariff.goods_title as "goodsTitle",
    tariff.change, tariff.unit, tariff.rate, tariff.fee_rate as "feeRate", ${writeFees('tariff')} as fees, tariff.first_day::text as "firstDay",
    least(tariff.last_day, ended.last_day)::text as "lastDay", company.inn, company.title as client_title,
    partner.title as partner_title, tariff.note, tariff.created_at, ${staffName('author')} as created_by,
    ended.ended_at, case when ended.tariff_id is not null then ${staffName('ender')} end as ended_by, ended.reason,
    (select count(*) from sale_price where sale_price.tariff_id = tariff.id) as sales
  from tariff
  join app_user author on author.id = tariff.created_by
  left join company on company.id = tariff.company_id
  left join partner on partner.id = tariff.partner_id
  left join tariff_end ended on ended.tariff_id = tariff.id
  left join app_user ender on ender.id = ended.ended_by`;

function toTariffRecord(row: TariffRow): TariffRecord {
  const { inn, client_title: title, partner_title: partner, created_at, created_by, ...rest } = row;
  const { ended_at: at, ended_by: by, reason, ...tariff } = rest;
  return {
    ...tariff,
    client: tariff.companyId === null ? null : { id: tariff.companyId, inn: inn ?? '', title: title ?? '' },
    partner: tariff.partnerId === null ? null : { id: tariff.partnerId, title: partner ?? '' },
    createdAt: created_at,
    createdBy: created_by,
    ended: at && { at, by: by ?? '', reason: reason ?? '' },
  };
}

/** One at a time: what has been sold today, and whether a tariff was ended, must not change under a decision. */
export async function lockTariffs(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tariffs'))`.execute(tx);
}

export async function insertTariff(
  tx: Db,
  { tariff, staffId, now }: { tariff: NewTariff; staffId: number; now: Date },
): Promise<number> {
  const { fees } = tariff;
  const row = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into tariff (company_id, partner_id, goods_title, change, unit, rate, fee_rate, first_day, last_day, note,
        delivery_kopecks, client_month_kopecks, card_month_kopecks, minimum_kopecks, created_at, created_by)
      values (${tariff.companyId}, ${tariff.partnerId}, ${tariff.goodsTitle}, ${tariff.change}, ${tariff.unit}, ${tariff.rate},
        ${tariff.feeRate}, ${tariff.firstDay}, ${tariff.lastDay}, ${tariff.note},
        ${fees?.delivery ?? null}, ${fees?.['client-month'] ?? null}, ${fees?.['card-month'] ?? null},
        ${fees?.minimum ?? null}, ${now}, ${staffId})
      returning id`,
  );
  return row.id;
}

export async function insertTariffEnd(
  tx: Db,
  end: { tariffId: number; lastDay: string; reason: string; staffId: number; now: Date },
): Promise<void> {
  await sql`
    insert into tariff_end (tariff_id, last_day, reason, ended_at, ended_by)
    values (${end.tariffId}, ${end.lastDay}, ${end.reason}, ${end.now}, ${end.staffId})`.execute(tx);
}

/** Returns whether a client of the programme has this number. */
export async function isClient(db: Db, companyId: number): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ id: number }>`select id from company where id = ${companyId} and client_since is not null`,
  );
  return row !== null;
}

/**
 * Returns whether anything to which a tariff would apply was sold on this Moscow day or later. Reads company by
 * company.
 */
export async function wasSoldSince(
  tx: Db,
  { companyId, partnerId, goodsTitle }: TariffScope,
  day: string,
): Promise<boolean> {
  const { sold } = await getOnlyRow(
    tx,
    sql<{ sold: boolean }>`
      select exists (
        select from company cross join lateral (
          select from operation
          where operation.company_id = company.id and operation.type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund})
            and operation.created_at >= ${day}::date::timestamp at time zone 'Europe/Moscow'
            and operation.partner_id <> ${SANDBOX_NETWORK}
            and (${partnerId}::int is null or operation.partner_id = ${partnerId})
            and (${goodsTitle}::text is null or lower(trim(operation.goods_title)) = lower(trim(${goodsTitle}::text)))
          limit 1
        ) sold
        where ${companyId}::bigint is null or company.id = ${companyId}
      ) as sold`,
  );
  return sold;
}

/** Titles of what was sold lately, for who enters a tariff. */
export async function listSoldGoods(db: Db, since: Date): Promise<string[]> {
  const found = await rows(
    db,
    sql<{ title: string }>`
      select distinct trim(goods_title) as title from operation
      where type_id = ${OPERATION_TYPE.purchase} and created_at >= ${since} and partner_id <> ${SANDBOX_NETWORK} and goods_title <> '' order by 1 limit 200`,
  );
  return found.map(({ title }) => title);
}

export function findTariff(db: Db, id: number): Promise<TariffRecord | null> {
  return findTariffRecord(db, id);
}

/** Every tariff that has ever been in force, or will be, with its last day as it is now. Few: people enter them. */
export async function listTariffsInForce(db: Db): Promise<Tariff[]> {
  return rows(
    db,
    sql<Tariff>`
      select tariff.id, tariff.company_id as "companyId", tariff.partner_id as "partnerId",
        tariff.goods_title as "goodsTitle", tariff.change, tariff.unit, tariff.rate, tariff.fee_rate as "feeRate",
        ${writeFees('tariff')} as fees, tariff.first_day::text as "firstDay",
        least(tariff.last_day, ended.last_day)::text as "lastDay"
      from tariff left join tariff_end ended on ended.tariff_id = tariff.id
      where ended.last_day is null or ended.last_day >= tariff.first_day
      order by tariff.id`,
  );
}

/** Converts the fields of a request. */
export function toTariff(body: EndpointBody<typeof previewTariff>): Omit<NewTariff, 'note'> {
  return {
    companyId: body.company_id ?? null,
    partnerId: (body.partner_id ?? null) as PartnerId | null,
    goodsTitle: body.goods ?? null,
    change: body.change,
    unit: body.unit,
    rate: body.rate ?? 0,
    feeRate: body.fee ?? 0,
    fees: toServiceFees(body),
    firstDay: body.first_day,
    lastDay: body.last_day ?? null,
  };
}

function toServiceFees(body: EndpointBody<typeof previewTariff>): ServiceFees {
  return Object.fromEntries(
    SERVICE_FEES.map((kind) => {
      const sum = body[SERVICE_FEE_FIELD[kind]];
      return [kind, sum === undefined ? null : kopecks(sum)];
    }),
  ) as ServiceFees;
}

/**
 * Returns the amount charged to a client for an `operation`, in kopecks: the station's sum with the tariff applied,
 * from a `sale_price` joined as `price`. Without one it is the station's sum.
 */
export function writeCharged(): RawBuilder<number> {
  return sql<number>`(operation.sum_kopecks - coalesce(price.discount_kopecks, 0)
    + coalesce(price.surcharge_kopecks, 0) + coalesce(price.fee_kopecks, 0))`;
}
