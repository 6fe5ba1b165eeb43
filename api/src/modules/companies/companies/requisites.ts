import { sql } from 'kysely';
import { findOgrnProblem } from '#contract/values/requisites.ts';
import { firstRow, type Db, rows } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal, notFound, badRequest } from '../../../errors.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { CompanyState, RegistryCompany } from '../../../gateways/company-registry/company-registry.ts';
import { findCompany } from './companies.ts';

/** A company's data in the register, as stored with each reading. */
export interface Requisites {
  title: string;
  legalForm: string;
  kpp: string | null;
  ogrn: string | null;
  city: string;
  street: string;
  house: string;
}

/** A reading from the register: what stood here before it, and what stands since. */
interface RequisitesReading {
  readAt: Date;
  by: string;
  before: Requisites;
  after: Requisites;
}

/** The requisites of a client with its INN, locked; null for a company that is none. */
async function lockRequisites(
  tx: Db,
  companyId: number,
): Promise<{ inn: string; requisites: Requisites } | null> {
  const row = await firstRow(
    tx,
    sql<Requisites & { inn: string }>`
      select inn, title, legal_form as "legalForm", kpp, ogrn, city, street, house from company
      where id = ${companyId} and client_since is not null for no key update`,
  );
  if (!row) return null;
  const { inn, ...requisites } = row;
  return { inn, requisites };
}

async function updateRequisites(tx: Db, companyId: number, to: Requisites): Promise<void> {
  await sql`
    update company set title = ${to.title}, legal_form = ${to.legalForm}, kpp = ${to.kpp}, ogrn = ${to.ogrn},
      city = ${to.city}, street = ${to.street}, house = ${to.house}
    where id = ${companyId}`.execute(tx);
}

async function insertReading(
  tx: Db,
  reading: { companyId: number; userId: number; before: Requisites; after: Requisites; now: Date },
): Promise<void> {
  await sql`
    insert into requisites_reading (company_id, read_at, read_by, before, after)
    values (${reading.companyId}, ${reading.now}, ${reading.userId}, ${JSON.stringify(reading.before)}::jsonb,
      ${JSON.stringify(reading.after)}::jsonb)`.execute(tx);
}

const MAX_LISTED = 20;

/** A company's readings from the register, newest first. */
export function listRequisitesReadings(db: Db, companyId: number): Promise<RequisitesReading[]> {
  return rows(
    db,
    sql<RequisitesReading>`
      select reading.read_at as "readAt", concat_ws(' ', person.firstname, person.lastname) as by, reading.before, reading.after
      from requisites_reading reading join app_user person on person.id = reading.read_by
      where reading.company_id = ${companyId} order by reading.id desc limit ${MAX_LISTED}`,
  );
}

/**
 * Fills in a missing ОГРН (ОГРНИП of a sole trader) of a client from old data, with a line in the history of requisites.
 * Refuses: 404, 400 on `ogrn`, 409 where the client has one: only the register changes it.
 */
export async function fillOgrn(
  ctx: Context,
  input: { companyId: number; userId: number; ip: string; ogrn: string },
): Promise<void> {
  const { companyId, userId, ip, ogrn } = input;
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const locked = await lockRequisites(tx, companyId);
    if (!locked) throw notFound('Клиент не найден');
    const { inn, requisites: before } = locked;
    const problem = findOgrnProblem(ogrn, inn);
    if (problem !== null) throw fieldRefusal('ogrn', problem);
    if (before.ogrn !== null) throw conflict('ОГРН уже указан: изменить его можно чтением из реестра');
    const after = { ...before, ogrn };
    await updateRequisites(tx, companyId, after);
    await insertReading(tx, { companyId, userId, before, after, now });
    await recordEvent(tx, {
      at: now,
      what: 'ogrn-filled',
      userId,
      companyId,
      ip,
      targets: [{ kind: 'company', id: companyId }],
      before: { ogrn: null },
      after: { ogrn },
    });
  });
}

export interface ReadRequisites {
  inn: string;
  requisites: Requisites;
  changed: boolean;
  /** State of the company in the register. */
  state: CompanyState;
}

/**
 * Reads a client's requisites from the register again. Documents use them from now on. The previous ones are saved with
 * the reading, changed or not. Refuses: 404, 400 an INN that the register does not know. Throws RegistryUnavailable.
 */
export async function rereadRequisites(
  ctx: Context,
  args: { companyId: number; userId: number; ip: string },
): Promise<ReadRequisites> {
  const { companyId, userId, ip } = args;
  const company = await findCompany(ctx.db.system, companyId);
  if (!company?.clientSince) throw notFound('Клиент не найден');
  const known = await ctx.registry.find(company.inn);
  if (!known) throw badRequest('Реестр не знает компании с этим ИНН: реквизиты остались прежними');
  const after = toRequisites(known);
  return ctx.db.inSystem(async (tx) => {
    const locked = await lockRequisites(tx, companyId);
    // It may have left the programme while the register was asked.
    if (!locked || locked.inn !== company.inn) throw notFound('Клиент не найден');
    const before = locked.requisites;
    const changed = differences(before, after);
    const now = ctx.clock.now();
    if (changed.length > 0) {
      await updateRequisites(tx, companyId, after);
      await enqueueJob(tx, 'make-contract', { companyId }, { key: `contract:${companyId}` });
    }
    await insertReading(tx, { companyId, userId, before, after, now });
    await recordEvent(tx, {
      at: now,
      what: 'requisites-read',
      userId,
      companyId,
      ip,
      targets: [{ kind: 'company', id: companyId }],
      before: pick(before, changed),
      after: pick(after, changed),
      details: { state: known.state },
    });
    return { inn: company.inn, requisites: after, changed: changed.length > 0, state: known.state };
  });
}

function toRequisites({ title, legalForm, kpp, ogrn, address }: RegistryCompany): Requisites {
  return { title, legalForm, kpp, ogrn, ...address };
}

function differences(before: Requisites, after: Requisites): (keyof Requisites)[] {
  return (Object.keys(after) as (keyof Requisites)[]).filter((name) => before[name] !== after[name]);
}

function pick(requisites: Requisites, names: readonly (keyof Requisites)[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, requisites[name]]));
}
