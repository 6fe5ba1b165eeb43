import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { firstRow, type Db } from '../db/database.ts';
import { readRoads } from '../gateways/routing/roads.ts';
import { generateStations } from '../modules/programme/stations/generate-stations.ts';
import { findCompany } from '../modules/companies/companies/companies.ts';
import { putMembership } from '../modules/messaging/users/memberships.ts';
import { prepareStations } from '../modules/programme/stations/prepare-stations.ts';
import { ACCOUNTANT, CARRIER_PHONE, MAIN_INN, NEWCOMER, SECOND_OWNER, STAFF } from './cast.ts';
import { makeMonthlyDocuments } from './monthly-documents.ts';
import { moscowTime } from './moscow-time.ts';
import { planMainCompany, planSmallCompany } from './plan-company.ts';
import { planDebtorCompany } from './plan-debtor-company.ts';
import { planTrips } from './plan-trips.ts';
import { postYear } from './post-year.ts';
import { syncSimulatedNetworks } from './sync-simulated-networks.ts';
import { findStaffId, writeCompany, writePeople, type WrittenCompany } from './write-company.ts';
import { makeAdminDocument, writeRequestsToDecide } from './write-requests-to-decide.ts';
import { writeLog } from './write-log.ts';
import { findCompanyWithoutDocuments, listPaid, writeDocuments } from './write-documents.ts';
import { writeTrackers } from './write-trackers.ts';
import { writeTariffs } from './write-tariffs.ts';
import { statementTexts, writeYear } from './write-year.ts';

/**
 * Seeds the demonstration programme, once: stations, three companies, a year of operations with their money, invoices
 * and documents. Call it at each start after `prepareProgramme` and before any request is served. A process killed
 * midway leaves nothing half done: each step is one transaction, and the next start continues.
 */
export async function seedDemonstration(ctx: Context): Promise<void> {
  await prepareStations(ctx);
  if (!(await isSeeded(ctx.db.system))) await seedCompanies(ctx);
  await seedDocuments(ctx);
  await planTrips(ctx);
  await syncSimulatedNetworks(ctx);
}

async function isSeeded(db: Db): Promise<boolean> {
  return (await firstRow(db, sql<{ seeded_at: Date }>`select seeded_at from demonstration`)) !== null;
}

async function seedCompanies(ctx: Context): Promise<void> {
  const time = moscowTime(ctx.clock.now());
  // The stations are not read from the database. Where fuel was sold must not depend on a list that staff may have
  // loaded.
  const stations = generateStations(readRoads());
  const main = planMainCompany(time, stations);
  const small = planSmallCompany(time, stations);
  const debtor = planDebtorCompany(time);
  // Files first: a file without a row does no harm, a row without its file would.
  const document = await makeAdminDocument(ctx);
  for (const text of statementTexts([main, small, debtor])) await ctx.files.put(Buffer.from(text));
  await ctx.db.inSystem(async (tx) => {
    if (!(await takeSeed(tx, time.now))) return;
    await writeOutsiders(tx, main.since);
    const written = [];
    for (const plan of [main, small, debtor]) {
      written.push(await writeCompany(tx, plan, ctx.programme.today().invoiceDueDays));
    }
    const [, smallCompany, debtorCompany] = written;
    if (smallCompany && debtorCompany) await writeFurtherCompany(tx, smallCompany, debtorCompany);
    const staffId = await findStaffId(tx);
    await writeTariffs(tx, { staffId, now: time.now });
    const events = await writeYear(tx, written, {
      staffId,
      invoicePrefix: ctx.programme.today().invoicePrefix,
    });
    await postYear(tx, events);
    await writeRequestsToDecide(tx, document, time.now);
    const { url, key } = ctx.config.telematics;
    // A real Wialon knows none of these trucks.
    if (written[0] && url === null && key !== null)
      await writeTrackers(tx, written[0], { stations, time, key });
    if (written[0] && staffId !== null) await writeLog(tx, written[0], { time, staffId });
  });
}

/** The documents of the main company, made as the closing of a month makes them, from figures that are stored first. */
async function seedDocuments(ctx: Context): Promise<void> {
  const companyId = await findCompanyWithoutDocuments(ctx.db.system, MAIN_INN);
  const company = companyId === null ? null : await findCompany(ctx.db.system, companyId);
  if (!company) return;
  const time = moscowTime(ctx.clock.now());
  const plan = planMainCompany(time, generateStations(readRoads()));
  const payments = await listPaid(ctx.db.system, company.id);
  const operator = ctx.programme.today();
  const documents = await makeMonthlyDocuments(plan, {
    company,
    operator,
    files: ctx.files,
    payments,
    now: time.now,
  });
  await ctx.db.inSystem((tx) => writeDocuments(tx, company.id, documents));
}

/** Marks the programme as seeded; if two processes seed at once, the second waits here and then has nothing to do. */
async function takeSeed(tx: Db, now: Date): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ only_one: boolean }>`
      insert into demonstration (seeded_at) values (${now}) on conflict do nothing returning only_one`,
  );
  return row !== null;
}

/** Lets the accountant of one company act for another one, too. */
async function writeFurtherCompany(tx: Db, home: WrittenCompany, further: WrittenCompany): Promise<void> {
  const userId = home.userIds[home.plan.people.indexOf(ACCOUNTANT)];
  if (userId === undefined) throw new Error('the demonstration has no accountant');
  const { id: companyId } = further;
  await putMembership(tx, { userId, companyId, role: ACCOUNTANT.role, now: further.plan.since });
}

/** People who belong to no company of the demonstration. */
async function writeOutsiders(tx: Db, since: Date): Promise<void> {
  await writePeople(tx, null, [NEWCOMER, SECOND_OWNER], since);
  await sql`insert into carrier (phone) values (${CARRIER_PHONE}) on conflict do nothing`.execute(tx);
  await sql`
    update app_user set firstname = ${STAFF.firstname}, lastname = ${STAFF.lastname}, email = ${STAFF.email}
    where is_staff and lastname is null`.execute(tx);
  await sql`
    update app_user set is_staff = true, staff_role = 'owner' where phone = ${SECOND_OWNER.phone}`.execute(
    tx,
  );
}
