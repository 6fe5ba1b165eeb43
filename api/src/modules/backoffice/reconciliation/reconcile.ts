import type { Context } from '../../../context.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { checkBalance } from './check-balance.ts';
import { checkBooks } from './check-books.ts';
import { checkBank, type BankFinding } from './check-bank.ts';
import { checkLog, withSnapshot } from './check-log.ts';
import { checkNewEntries } from './check-new-entries.ts';
import { checkOldAccounts, chooseOldPart, moveAllProgress } from './check-old-accounts.ts';
import { checkOldPart } from './check-old-part.ts';
import { compareCards } from './compare-cards.ts';
import {
  countTransfers,
  hasNightly,
  insertReconciliation,
  type ReconciliationTrigger,
  type Reconciliation,
} from './reconciliation-store.ts';
import { STANDING_KINDS } from './record-kinds.ts';
import type { Difference } from './difference.ts';
import { partOfIds } from './checked-part.ts';

/** Maximum number of reports of a kind. One broken rule can corrupt every row. */
const MAX_FINDINGS = 20;

/**
 * Checks the books, compares our bank accounts with the bank's balances, asks the networks for their cards, and stores a
 * report for the programme's staff. Corrects nothing. The books are read from where the last check ended, at night also the
 * next part of the past, on command everything; so are the cards. The trial balance is that of the day that is over at
 * night, and of today otherwise. Null means that this night has a report already.
 */
export async function reconcile(
  ctx: Context,
  askedBy: ReconciliationTrigger,
): Promise<Reconciliation | null> {
  const startedAt = ctx.clock.now();
  const day = moscowDay(startedAt);
  if (askedBy === 'nightly' && (await hasNightly(ctx.db.system, day))) return null;
  const old = askedBy === 'nightly' ? await chooseOldPart(ctx) : null;
  const { transfers, differences } = await (askedBy === 'command'
    ? checkWholeBooks(ctx)
    : checkNewBooks(ctx));
  if (old) differences.push(...(await checkOldPart(ctx, old)));
  const { books, findings } = await checkBalance(ctx, askedBy === 'nightly' ? moscowDay(startedAt, -1) : day);
  const compared = await compareCards(ctx, askedBy);
  const changed = await checkLog(ctx);
  const report = {
    askedBy,
    day,
    startedAt,
    finishedAt: ctx.clock.now(),
    transfers,
    cards: compared.cards,
    networks: compared.networks,
    sides: compared.sides,
    books,
    found: [...takeFewOfEachKind(differences), ...findings, ...compared.differences, ...changed],
  };
  const id = await ctx.db.inSystem(async (tx) => {
    const stored = await insertReconciliation(tx, report);
    // Stored together with the report, so that after a crash the next night reads the same part again.
    if (old && stored !== null) await moveAllProgress(tx, old.reaches);
    return stored;
  });
  if (id === null) return null;
  for (const { kind, details } of report.found) ctx.log.error({ kind, ...details }, 'the books do not agree');
  return { ...report, id, differences: report.found.length };
}

interface CheckResult {
  transfers: number;
  differences: (Difference | BankFinding)[];
}

/** Checks the whole books in one snapshot, without a time limit, because years of them are read. */
async function checkWholeBooks(ctx: Context): Promise<CheckResult> {
  const result = await withSnapshot(ctx, async (tx) => ({
    transfers: await countTransfers(tx),
    differences: [...(await checkBooks(tx)), ...(await checkBank(tx))],
  }));
  const changed = await checkOldAccounts(ctx, { after: 0, upto: null });
  return { ...result, differences: [...result.differences, ...changed] };
}

/** Checks everything posted since the last check, and everything whose cost does not grow with the past. */
async function checkNewBooks(ctx: Context): Promise<CheckResult> {
  const { transfers, differences } = await checkNewEntries(ctx);
  const standing = await withSnapshot(ctx, async (tx) => [
    ...(await checkBooks(tx, { kinds: STANDING_KINDS, part: partOfIds({}) })),
    ...(await checkBank(tx)),
  ]);
  return { transfers, differences: [...differences, ...standing] };
}

/** The same difference may be found twice, among what is new and what is old. */
function takeFewOfEachKind(differences: CheckResult['differences']): CheckResult['differences'] {
  const distinct = new Map(differences.map((difference) => [JSON.stringify(difference), difference]));
  const byKind = Map.groupBy(distinct.values(), ({ kind }) => kind);
  return [...byKind.values()].flatMap((found) => found.slice(-MAX_FINDINGS));
}
