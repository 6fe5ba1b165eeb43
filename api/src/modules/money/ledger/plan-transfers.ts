import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { LockedAccount, Posting, Transfer } from './account.ts';

/** A transfer with the balances of its two accounts before it. */
export type PlannedTransfer = Transfer & { fromBefore: Kopecks; toBefore: Kopecks };

/** The new balances, computed in memory under the companies' locks; one statement writes them. */
export interface TransferPlan {
  /** The accounts as they were read. */
  found: ReadonlyMap<number, LockedAccount>;
  transfers: PlannedTransfer[];
  /** The changed accounts, as they are after the transfers. */
  changed: Map<number, LockedAccount>;
  /** Adds the transfers of a group: all of them or none. */
  add(group: readonly Transfer[]): Posting;
  /** An account as it is after everything added so far. */
  accountAt(id: number): LockedAccount | undefined;
  /** Sets the floor of an account that the transfers change. */
  setFloor(id: number, floor: Kopecks): void;
}

/**
 * The core of posting: decides the outcome of transfers. `posted` are earlier transfers with the same request ids.
 * Adding throws on a sum that is not positive whole kopecks, and on an account that was not read or belongs to
 * another company.
 */
export function planTransfers(
  accounts: ReadonlyMap<number, LockedAccount>,
  posted: ReadonlyMap<string, Transfer> = new Map(),
): TransferPlan {
  const changed = new Map<number, LockedAccount>();
  const transfers: PlannedTransfer[] = [];
  const seen = new Map(posted);
  const accountAt = (id: number): LockedAccount | undefined => changed.get(id) ?? accounts.get(id);

  function add(group: readonly Transfer[]): Posting {
    group.forEach(assertMovesMoney);
    const known = group.filter((transfer) => seen.has(transfer.requestId));
    if (known.some((transfer) => !sameTransfer(transfer, seen.get(transfer.requestId) as Transfer))) {
      return { ok: false, reason: 'request-id-reused' };
    }
    if (known.length === group.length) return { ok: true, repeated: true };
    if (known.length > 0) return { ok: false, reason: 'request-id-reused' };

    const after = new Map<number, LockedAccount>();
    const planned: PlannedTransfer[] = [];
    for (const transfer of group) {
      const from = ownAccount(
        transfer,
        after.get(transfer.fromAccountId) ?? accountAt(transfer.fromAccountId),
      );
      const to = ownAccount(transfer, after.get(transfer.toAccountId) ?? accountAt(transfer.toAccountId));
      const left = kopecks(from.balance - transfer.amount);
      if (from.floor !== null && left < from.floor) return { ok: false, reason: 'floor', accountId: from.id };
      after.set(from.id, { ...from, balance: left });
      after.set(to.id, { ...to, balance: kopecks(to.balance + transfer.amount) });
      planned.push({ ...transfer, fromBefore: from.balance, toBefore: to.balance });
    }
    for (const [id, account] of after) changed.set(id, account);
    for (const plannedTransfer of planned) seen.set(plannedTransfer.requestId, plannedTransfer);
    transfers.push(...planned);
    return { ok: true, repeated: false };
  }

  return {
    found: accounts,
    transfers,
    changed,
    add,
    accountAt,
    setFloor(id, floor) {
      const account = changed.get(id);
      if (account) changed.set(id, { ...account, floor });
    },
  };
}

function assertMovesMoney({ amount }: Transfer): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) {
    throw new RangeError(`a transfer moves positive whole kopecks, not ${amount}`);
  }
}

function sameTransfer(a: Transfer, b: Transfer): boolean {
  return (
    a.kind === b.kind &&
    a.companyId === b.companyId &&
    a.fromAccountId === b.fromAccountId &&
    a.toAccountId === b.toAccountId &&
    a.amount === b.amount &&
    a.subject.kind === b.subject.kind &&
    a.subject.id === b.subject.id
  );
}

function ownAccount(transfer: Transfer, account: LockedAccount | undefined): LockedAccount {
  if (account?.companyId !== transfer.companyId) {
    throw new Error(
      `transfer ${transfer.requestId} names an account that is not company ${transfer.companyId}'s`,
    );
  }
  return account;
}
