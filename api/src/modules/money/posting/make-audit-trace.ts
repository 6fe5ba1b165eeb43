import { toAuditLine, type AuditLine, type AuditTarget } from '../../../audit/record-event.ts';
import { runAsWork } from '../../../lib/current-work.ts';
import type { LockedAccount } from '../ledger/account.ts';
import type { PlannedTransfer } from '../ledger/plan-transfers.ts';
import type { Books, MoneyMovement } from './money-movement.ts';

/** A movement of more cards shows their number, and its accounts only. */
const MAX_TARGETS = 5;

/**
 * Builds the line in the audit log for a movement that has recorded nothing itself, with the facts of its caller: the
 * call or the job, the cards, the request, and its accounts before and after, in kopecks.
 */
export function makeAuditTrace(
  { work, needs, companyId }: MoneyMovement,
  books: Books,
  transfers: readonly PlannedTransfer[],
): AuditLine[] {
  if (!work?.leavesTrace) return [];
  const { before, after } = readBalances(needs.places, books, transfers);
  const cardIds = needs.cardIds ?? [];
  const cards = cardIds.slice(0, MAX_TARGETS).map((id): AuditTarget => ({ kind: 'card', id }));
  const operation: AuditTarget[] =
    needs.operationId === undefined ? [] : [{ kind: 'operation', id: needs.operationId }];
  const event = {
    at: books.now,
    what: work.what,
    companyId,
    targets: unique([...work.targets, ...cards, ...operation]),
    before,
    after: { ...after, ...work.input },
    details: cardIds.length > MAX_TARGETS ? { cards: cardIds.length } : {},
  };
  return [runAsWork(work, () => toAuditLine(event))];
}

type Sums = Record<string, number>;

function readBalances(
  places: MoneyMovement['needs']['places'],
  books: Books,
  transfers: readonly PlannedTransfer[],
): { before: Sums; after: Sums } {
  const before: Sums = {};
  const after: Sums = {};
  if (transfers.length === 0) return { before, after };
  const isFew = places.length <= MAX_TARGETS;
  for (const place of places) {
    if (!isFew && place.kind !== 'unallocated') continue;
    const account = books.account(place);
    const was = earlierBalance(account, transfers);
    if (was === null) continue;
    const name = `${place.kind}${place.partnerId === undefined ? '' : `:${place.partnerId}`}`;
    before[name] = was;
    after[name] = account.balance;
  }
  return { before, after };
}

function earlierBalance({ id }: LockedAccount, transfers: readonly PlannedTransfer[]): number | null {
  const first = transfers.find((transfer) => transfer.fromAccountId === id || transfer.toAccountId === id);
  if (!first) return null;
  return first.fromAccountId === id ? first.fromBefore : first.toBefore;
}

function unique(targets: readonly AuditTarget[]): AuditTarget[] {
  return [...new Map(targets.map((target) => [`${target.kind} ${target.id}`, target])).values()];
}
