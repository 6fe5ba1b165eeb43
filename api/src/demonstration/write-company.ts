import { sql } from 'kysely';
import { mintCompanyScope } from '../db/company-scope.ts';
import { firstRow, rows, type Db } from '../db/database.ts';
import { DEMONSTRATION_COMPANIES } from '../gateways/company-registry/demonstration-companies.ts';
import { moscowDay } from '../lib/money-format.ts';
import { lockOrInsertCompany } from '../modules/companies/companies/companies.ts';
import { markClient } from '../modules/companies/companies/programme-membership.ts';
import type { AccountPlace } from '../modules/money/ledger/account.ts';
import { insertDemonstrationActs } from '../modules/identity/consents/consents.ts';
import {
  requireAccounts,
  openCardAccounts,
  openCompanyAccounts,
} from '../modules/money/ledger/new-accounts.ts';
import { findCurrentTerms, insertAcceptance } from '../modules/companies/terms/terms.ts';
import { PARTNER_IDS } from '#contract/ids.ts';
import type { CompanyPlan, PlannedPerson } from './plan.ts';
import { writeCards, writeRequests } from './write-cards.ts';
import { writeFleet } from './write-fleet.ts';
import { writeOwnRules } from './write-own-rules.ts';

/** A company that is in the database: ids in the order of the plan. */
export interface WrittenCompany {
  plan: CompanyPlan;
  id: number;
  title: string;
  userIds: number[];
  cardIds: number[];
  invoiceIds: number[];
  serials: number[];
  /** Id of the ledger account at a place. */
  accountAt(place: Omit<AccountPlace, 'companyId'>): number;
}

/** Writes everything about a company except what happened to its money. */
export async function writeCompany(
  tx: Db,
  plan: CompanyPlan,
  invoiceDueDays: number,
): Promise<WrittenCompany> {
  const known = DEMONSTRATION_COMPANIES.find(({ inn }) => inn === plan.inn);
  if (!known) throw new Error(`the embedded registry does not know ${plan.inn}`);
  const company = await lockOrInsertCompany(tx, known, plan.since);
  await markClient(tx, company.id, known, plan.since);
  await openCompanyAccounts(tx, company.id, plan.credit);
  const userIds = await writePeople(tx, company.id, plan.people, plan.since);
  await writeAgreement(tx, company.id, plan, userIds[0] as number);
  const driverIds = await writeDrivers(tx, company.id, plan);
  const itemIds = await writeRequests(tx, company.id, plan, userIds, known);
  const cardIds = await writeCards(tx, company.id, plan, { itemIds, driverIds });
  await writeFleet(tx, company.id, plan, cardIds);
  await writeOwnRules(tx, company.id, plan, { cardIds, userId: userIds[0] as number });
  await openCardAccounts(tx, company.id, cardIds);
  const invoices = await writeInvoices(tx, company.id, plan, userIds, invoiceDueDays);
  return {
    plan,
    id: company.id,
    title: known.title,
    userIds,
    cardIds,
    invoiceIds: invoices.map((invoice) => invoice.id),
    serials: invoices.map((invoice) => invoice.serial),
    accountAt: await findAccounts(tx, company.id, cardIds),
  };
}

/** People of a company, or with null of none; if the phone is already known, its person gets this name. */
export async function writePeople(
  tx: Db,
  companyId: number | null,
  people: readonly PlannedPerson[],
  since: Date,
): Promise<number[]> {
  const written = await rows(
    tx,
    sql<{ id: number; phone: string }>`
      insert into app_user (phone, firstname, lastname, email, email_confirmed_at, company_id, role, created_at)
      select phone, firstname, lastname, email, ${since}::timestamptz, ${companyId}::bigint, role, ${since}::timestamptz
      from unnest(
        ${people.map((person) => person.phone)}::text[], ${people.map((person) => person.firstname)}::text[],
        ${people.map((person) => person.lastname)}::text[], ${people.map((person) => person.email)}::text[],
        ${people.map((person) => person.role)}::text[]
      ) with ordinality as input (phone, firstname, lastname, email, role, place)
      order by place
      on conflict (phone) do update set firstname = excluded.firstname, lastname = excluded.lastname,
        email = excluded.email, email_confirmed_at = excluded.email_confirmed_at, company_id = excluded.company_id, role = excluded.role
      returning id, phone`,
  );
  await insertDemonstrationActs(tx, { userIds: written.map((row) => row.id), at: since });
  const ids = new Map(written.map((row) => [row.phone, row.id]));
  return people.map((person) => ids.get(person.phone) as number);
}

async function writeAgreement(tx: Db, companyId: number, plan: CompanyPlan, adminId: number): Promise<void> {
  await sql`
    update company set credit_kopecks = ${plan.credit}, credit_days_for_payment = ${plan.creditDays.forPayment},
      credit_days_without_payment = ${plan.creditDays.withoutPayment}, threshold_kopecks = ${plan.threshold}::bigint,
      threshold_set_by = ${plan.threshold === null ? null : adminId}::bigint
    where id = ${companyId}`.execute(tx);
  const terms = await findCurrentTerms(tx, plan.since);
  if (!terms) throw new Error('the programme has no framework agreement yet');
  await insertAcceptance(tx, mintCompanyScope(companyId), {
    version: terms.version,
    sha256: terms.sha256,
    userId: adminId,
    ip: '127.0.0.1',
    userAgent: 'demonstration',
    now: plan.since,
  });
}

async function writeDrivers(tx: Db, companyId: number, { drivers, since }: CompanyPlan): Promise<number[]> {
  const written = await rows(
    tx,
    sql<{ id: number; surname: string }>`
      insert into driver (company_id, surname, name, patronymic, phone, created_at)
      select ${companyId}::bigint, surname, name, patronymic, phone, ${since}::timestamptz
      from unnest(
        ${drivers.map((driver) => driver.surname)}::text[], ${drivers.map((driver) => driver.name)}::text[],
        ${drivers.map((driver) => driver.patronymic)}::text[], ${drivers.map((driver) => driver.phone)}::text[]
      ) as input (surname, name, patronymic, phone)
      returning id, surname`,
  );
  const ids = new Map(written.map((row) => [row.surname, row.id]));
  return drivers.map((driver) => ids.get(driver.surname) as number);
}

async function writeInvoices(
  tx: Db,
  companyId: number,
  { invoices }: CompanyPlan,
  userIds: readonly number[],
  dueDays: number,
): Promise<{ id: number; serial: number }[]> {
  const written = await rows(
    tx,
    sql<{ id: number; serial: number; created_at: Date }>`
      insert into invoice (company_id, sum_kopecks, paid_kopecks, cancelled_at, issued_on, due_on, terms_version,
        terms_accepted_on, created_by, created_at)
      select company.id, input.sum, input.paid, input.cancelled_at, input.issued_on, input.issued_on + ${dueDays}::int,
        company.terms_version, (company.terms_accepted_at at time zone 'Europe/Moscow')::date, input.author, input.at
      from unnest(
        ${invoices.map((invoice) => invoice.sum)}::bigint[], ${invoices.map((invoice) => invoice.paid)}::bigint[],
        ${invoices.map((invoice) => invoice.cancelledAt)}::timestamptz[], ${invoices.map((invoice) => moscowDay(invoice.at))}::date[],
        ${invoices.map((invoice) => userIds[invoice.author])}::bigint[], ${invoices.map((invoice) => invoice.at)}::timestamptz[]
      ) with ordinality as input (sum, paid, cancelled_at, issued_on, author, at, place)
      join company on company.id = ${companyId}
      order by input.place
      returning id, serial, created_at`,
  );
  // The rows were written in order, so sorting by id restores the order.
  return written.sort((a, b) => a.id - b.id);
}

async function findAccounts(
  tx: Db,
  companyId: number,
  cardIds: readonly number[],
): Promise<WrittenCompany['accountAt']> {
  const places: Omit<AccountPlace, 'companyId'>[] = [
    { kind: 'bank' },
    { kind: 'unallocated' },
    { kind: 'in-transit' },
    ...PARTNER_IDS.flatMap((partnerId) => [
      { kind: 'partner' as const, partnerId },
      { kind: 'debt' as const, partnerId },
      { kind: 'network' as const, partnerId },
    ]),
    ...cardIds.map((cardId) => ({ kind: 'card' as const, cardId })),
  ];
  const ids = await requireAccounts(
    tx,
    places.map((place) => ({ ...place, companyId })),
  );
  const getAccountName = ({ kind, partnerId, cardId }: Omit<AccountPlace, 'companyId'>): string =>
    `${kind}:${partnerId ?? ''}:${cardId ?? ''}`;
  const byName = new Map(places.map((place, index) => [getAccountName(place), ids[index] as number]));
  return (place) => {
    const id = byName.get(getAccountName(place));
    if (id === undefined) throw new Error(`no account at ${getAccountName(place)}`);
    return id;
  };
}

/** The programme's first staff member, recorded as the one who loaded the bank statements; null if there is none. */
export async function findStaffId(tx: Db): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`select id from app_user where is_staff order by id limit 1`,
  );
  return row?.id ?? null;
}
