import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { LockedAccount, Posting, Transfer } from './account.ts';
import { sql } from 'kysely';
import { toTextArray } from '../../../db/columns.ts';
import type { Db } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';

/** A transfer with the balances of its two accounts before the transfer. */
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
  /** Sets the floor of an account; it is written with the transfers. */
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
      const account = accountAt(id);
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

/**
 * Writes balances, transfers and entries in one statement. Both entries of a transfer come from its own row, so nothing
 * is joined: joins over large arrays would become nested loops. Ids are drawn under the companies' locks, so an
 * account's entries are in the order of its transfers. A balance is written only over the one that was read. A
 * transaction that did not wait for the lock may have changed it; then it would be null, which PostgreSQL refuses
 * (`wasOvertaken`).
 */
export async function writePosting(
  tx: Db,
  now: Date,
  { found, transfers, changed }: Pick<TransferPlan, 'found' | 'transfers' | 'changed'>,
): Promise<void> {
  const accounts = [...changed.values()];
  await sql`
    with moved as (
      update ledger_account account set
        balance_kopecks = case when account.balance_kopecks = changed.before then changed.balance end,
        floor_kopecks = changed.floor
      from unnest(
        ${encodeBigints(accounts.map((account) => account.id))}::bigint[], ${encodeBigints(accounts.map((account) => account.balance))}::bigint[],
        ${encodeBigints(accounts.map((account) => account.floor))}::bigint[], ${encodeBigints(accounts.map(({ id }) => found.get(id)?.balance ?? null))}::bigint[]
      ) as changed (id, balance, floor, before)
      where account.id = changed.id
    ), numbered as materialized (
      select nextval('ledger_transfer_id_seq') as id, line.*
      from unnest(
        ${encodeBigints(transfers.map((transfer) => transfer.companyId))}::bigint[], ${toTextArray(transfers.map((transfer) => transfer.requestId))},
        ${toTextArray(transfers.map((transfer) => transfer.kind))},
        ${encodeBigints(transfers.map((transfer) => transfer.fromAccountId))}::bigint[], ${encodeBigints(transfers.map((transfer) => transfer.toAccountId))}::bigint[],
        ${encodeBigints(transfers.map((transfer) => transfer.amount))}::bigint[], ${encodeBigints(transfers.map((transfer) => transfer.fromBefore))}::bigint[],
        ${encodeBigints(transfers.map((transfer) => transfer.toBefore))}::bigint[], ${toTextArray(transfers.map((transfer) => transfer.subject.kind))},
        ${encodeBigints(transfers.map((transfer) => transfer.subject.id))}::bigint[]
      ) as line (company_id, request_id, kind, from_id, to_id, amount, from_before, to_before,
        subject_kind, subject_id)
    ), posted as (
      insert into ledger_transfer (id, company_id, request_id, kind, from_account_id, to_account_id, amount_kopecks,
        subject_kind, subject_id, posted_at)
      overriding system value
      select id, company_id, request_id, kind, from_id, to_id, amount, subject_kind, subject_id, ${now}::timestamptz
      from numbered
    )
    insert into ledger_entry (account_id, transfer_id, company_id, amount_kopecks, balance_before_kopecks, balance_after_kopecks)
    select leg.account_id, numbered.id, numbered.company_id, leg.amount, leg.before, leg.before + leg.amount
    from numbered cross join lateral (values
      (numbered.from_id, -numbered.amount, numbered.from_before), (numbered.to_id, numbered.amount, numbered.to_before)
    ) as leg (account_id, amount, before)`.execute(tx);
}
