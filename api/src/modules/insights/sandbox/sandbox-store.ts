import { sql } from 'kysely';
import { OPERATION_TYPE, SANDBOX_NETWORK, type CardStatusId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { Sandbox, SandboxCard } from './sandbox-state.ts';

const SELECT = sql`
  select sandbox.company_id as "companyId", sandbox.parent_id as "parentId", company.title, sandbox.made_at as "madeAt",
    sandbox.clock_at as "clockAt", sandbox.is_silent as "isSilent"
  from sandbox join company on company.id = sandbox.company_id`;

/** The open sandbox that a company's admins have made. */
export function findSandboxOfCompany(db: Db, parentId: number): Promise<Sandbox | null> {
  return firstRow(db, sql<Sandbox>`${SELECT} where sandbox.parent_id = ${parentId} and closed_at is null`);
}

/**
 * Works as `findSandboxOfCompany`, with a lock. Until the transaction ends no other process makes or closes a sandbox
 * of this company.
 */
export async function lockSandboxOfCompany(tx: Db, parentId: number): Promise<Sandbox | null> {
  await sql`select pg_advisory_xact_lock(hashtext('sandbox'), ${parentId}::int)`.execute(tx);
  return findSandboxOfCompany(tx, parentId);
}

/** The sandbox that this company is. */
export function findOwnSandbox(db: Db, { companyId }: CompanyScope): Promise<Sandbox | null> {
  return firstRow(db, sql<Sandbox>`${SELECT} where sandbox.company_id = ${companyId} and closed_at is null`);
}

export async function insertSandbox(
  tx: Db,
  made: { companyId: number; parentId: number; madeBy: number; now: Date; clockAt: Date },
): Promise<void> {
  await sql`
    insert into sandbox (company_id, parent_id, made_at, made_by, clock_at)
    values (${made.companyId}, ${made.parentId}, ${made.now}, ${made.madeBy}, ${made.clockAt})`.execute(tx);
}

/** Counts a company's sandboxes made since a moment, and returns the first of them. */
export function countMadeSince(
  db: Db,
  parentId: number,
  since: Date,
): Promise<{ count: number; oldest: Date | null }> {
  return getOnlyRow(
    db,
    sql<{ count: number; oldest: Date | null }>`
      select count(*)::int as count, min(made_at) as oldest from sandbox
      where parent_id = ${parentId} and made_at > ${since}`,
  );
}

export async function closeSandboxRow(tx: Db, companyId: number, now: Date): Promise<void> {
  await sql`update sandbox set closed_at = ${now} where company_id = ${companyId}`.execute(tx);
}

/** False where the clock stands there or later already. */
export async function moveClock(tx: Db, { companyId }: CompanyScope, to: Date): Promise<boolean> {
  const moved = await firstRow(
    tx,
    sql<{ companyId: number }>`
      update sandbox set clock_at = ${to} where company_id = ${companyId} and clock_at < ${to} returning company_id as "companyId"`,
  );
  return moved !== null;
}

export async function setSilent(tx: Db, { companyId }: CompanyScope, isSilent: boolean): Promise<void> {
  await sql`update sandbox set is_silent = ${isSilent} where company_id = ${companyId}`.execute(tx);
}

export async function nextCardSerial(db: Db): Promise<number> {
  return (await getOnlyRow(db, sql<{ serial: number }>`select nextval('sandbox_card_serial') as serial`))
    .serial;
}

/** Returns the sandbox's cards, each with its money in the ledger. */
export async function listSandboxCards(db: Db, companyId: number): Promise<SandboxCard[]> {
  const found = await rows(
    db,
    sql<{ id: number; number: string; statusId: CardStatusId; balance: number }>`
      select card.id, card.card_number as number, card.status_id as "statusId", account.balance_kopecks as balance
      from card join ledger_account account on account.company_id = card.company_id and account.card_id = card.id
      where card.company_id = ${companyId} and card.partner_id = ${SANDBOX_NETWORK} order by card.id`,
  );
  return found.map((row) => ({ ...row, balance: kopecks(row.balance) }));
}

export async function findUnallocated(db: Db, companyId: number): Promise<Kopecks> {
  const { balance } = await getOnlyRow(
    db,
    sql<{ balance: number }>`
      select balance_kopecks as balance from ledger_account where company_id = ${companyId} and kind = 'unallocated'`,
  );
  return kopecks(balance);
}

/** Returns the purchases by its cards in a Moscow month, minus refunds, and their number. */
export async function findTestMonth(
  db: Db,
  companyId: number,
  { from, until }: { from: Date; until: Date },
): Promise<{ purchases: number; sum: Kopecks }> {
  const { purchases, sum } = await getOnlyRow(
    db,
    sql<{ purchases: number; sum: number }>`
      select count(*) filter (where type_id = ${OPERATION_TYPE.purchase})::int as purchases,
        coalesce(sum(case type_id when ${OPERATION_TYPE.purchase} then sum_kopecks else -sum_kopecks end), 0)::bigint as sum
      from operation where company_id = ${companyId}
        and type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund})
        and coalesce(sold_at, created_at) >= ${from} and coalesce(sold_at, created_at) < ${until}`,
  );
  return { purchases, sum: kopecks(sum) };
}

export async function insertSandboxPayment(
  tx: Db,
  { companyId }: CompanyScope,
  paid: { invoiceId: number; sum: Kopecks; now: Date },
): Promise<number> {
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into sandbox_payment (company_id, invoice_id, sum_kopecks, paid_at)
      values (${companyId}, ${paid.invoiceId}, ${paid.sum}, ${paid.now}) returning id`,
  );
  return id;
}
