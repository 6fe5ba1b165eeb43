import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { driver } from '#contract/cards/drivers.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { presentDriver } from '../cards/present.ts';
import { notFound } from '../../../errors.ts';
import { DRIVER_FIELDS, type CardDriver, type DriverFields } from '../cards/card-driver.ts';

/** Writes a `driver` as «Иванов И. П.». */
export const DRIVER_SHORT_NAME = sql`concat_ws(' ', driver.surname, nullif(left(driver.name, 1), '') || '.',
  nullif(left(driver.patronymic, 1), '') || '.')`;

const COLUMNS = sql.join(DRIVER_FIELDS.map((field) => sql.ref(field)));

/** The company's drivers by surname. */
function listDrivers(db: Db, scope: CompanyScope): Promise<CardDriver[]> {
  return rows(
    db,
    sql<CardDriver>`
      select id, ${COLUMNS} from driver
      where company_id = ${scope.companyId} order by surname, name, id`,
  );
}

/**
 * Locks the driver until the transaction ends, so that the driver can't be removed meanwhile. Null when the company has
 * no such driver.
 */
async function findDriver(tx: Db, scope: CompanyScope, driverId: number): Promise<{ id: number } | null> {
  return firstRow(
    tx,
    sql<{ id: number }>`
      select id from driver where id = ${driverId} and company_id = ${scope.companyId} for key share`,
  );
}

/** Counts the company's drivers. Another transaction that adds one waits until this one ends. */
export async function countDriversInTurn(tx: Db, scope: CompanyScope): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('drivers-of-company'), hashtext(${String(scope.companyId)}))`.execute(
    tx,
  );
  const row = await getOnlyRow(
    tx,
    sql<{ count: number }>`select count(*) as count from driver where company_id = ${scope.companyId}`,
  );
  return row.count;
}

export function insertDriver(
  tx: Db,
  scope: CompanyScope,
  fields: DriverFields,
  /** `by` is the user who states that the driver was notified. */
  notified: { by: number | null; now: Date },
): Promise<CardDriver> {
  return getOnlyRow(
    tx,
    sql<CardDriver>`
      insert into driver (company_id, ${COLUMNS}, created_at, told_by, told_at)
      values (${scope.companyId}, ${listValues(fields)}, ${notified.now}, ${notified.by}, ${notified.by === null ? null : notified.now})
      returning id, ${COLUMNS}`,
  );
}

/** Locks the driver for a change until the transaction ends; null when he is not the company's. */
export function lockDriver(
  tx: Db,
  scope: CompanyScope,
  driverId: number,
): Promise<{ phone: string | null } | null> {
  return firstRow(
    tx,
    sql<{ phone: string | null }>`
      select phone from driver where id = ${driverId} and company_id = ${scope.companyId} for no key update`,
  );
}

/** Counts the links by which the driver's cards open on his phone. */
export async function countOpenLinks(tx: Db, scope: CompanyScope, driverId: number): Promise<number> {
  const row = await getOnlyRow(
    tx,
    sql<{ count: number }>`
      select count(*) as count from driver_link
      where company_id = ${scope.companyId} and driver_id = ${driverId} and revoked_at is null`,
  );
  return row.count;
}

export function writeDriver(
  tx: Db,
  scope: CompanyScope,
  driverId: number,
  fields: DriverFields,
): Promise<CardDriver> {
  return getOnlyRow(
    tx,
    sql<CardDriver>`
      update driver set (${COLUMNS}) = row(${listValues(fields)})
      where id = ${driverId} and company_id = ${scope.companyId}
      returning id, ${COLUMNS}`,
  );
}

function listValues(fields: DriverFields): RawBuilder<unknown> {
  return sql.join(DRIVER_FIELDS.map((field) => fields[field] || null));
}

/** Also detaches the driver from every card. Returns false when the company has no such driver. */
export async function deleteDriver(tx: Db, scope: CompanyScope, driverId: number): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      delete from driver where id = ${driverId} and company_id = ${scope.companyId} returning id`,
  );
  return row !== null;
}

/** The company's drivers, as every call shows them. */
export async function listShownDrivers(ctx: Context, scope: CompanyScope): Promise<z.input<typeof driver>[]> {
  const drivers = await ctx.db.inCompany(scope, (tx) => listDrivers(tx, scope));
  return drivers.map(presentDriver);
}

/** Makes sure that the driver is the company's and stays so until the transaction ends; otherwise 404. */
export async function requireDriver(tx: Db, scope: CompanyScope, driverId: number): Promise<void> {
  if (!(await findDriver(tx, scope, driverId))) throw notFound('Водитель не найден');
}

/** Start of a card's first truck and first driver, because none was recorded before they were entered. */
export const BEGINNING_OF_TIME = new Date('2000-01-01T00:00:00Z');
