import { sql } from 'kysely';
import { type Kopecks, kopecks } from '#contract/kopecks.ts';
import { type Columns, readColumns } from '../../../db/columns.ts';
import { type Db, firstRow } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';

/**
 * Kind of a company's account. Inside: `unallocated`, a `partner` account per network, a `card` account per card,
 * `in-transit` for money that waits for a network, `hold` per network for fuel that it may sell, and `debt` for fuel
 * already sold that nothing has paid. Outside: `bank`, where payments come from, `network`, where fuel is bought, and `programme`,
 * which gives discounts and takes fees; these have no floor. Beside them stand `dispute-hold`, money that is on hold for
 * the client until a dispute ends, and `dispute-reserve`, the same sum below zero: what the operator has set aside.
 */
export type AccountKind =
  | 'bank'
  | 'unallocated'
  | 'in-transit'
  | 'partner'
  | 'debt'
  | 'card'
  | 'network'
  | 'programme'
  | 'hold'
  | 'dispute-reserve'
  | 'dispute-hold';

/** Names an account by its place; the ledger finds its id. */
export interface AccountPlace {
  companyId: number;
  kind: AccountKind;
  partnerId?: number;
  cardId?: number;
}

export interface LockedAccount {
  id: number;
  companyId: number;
  balance: Kopecks;
  /** Lowest allowed balance, or null for no floor. */
  floor: Kopecks | null;
}

/** Why money moves; each kind is a line of docs/money.md. */
export type TransferKind =
  | 'invoice-paid'
  | 'reverse-payment'
  | 'return-advance'
  | 'reverse-return'
  | 'reserve-transfer'
  | 'settle-transfer'
  | 'void-transfer'
  | 'reserve-payout'
  | 'settle-payout'
  | 'void-payout'
  | 'distribute'
  | 'repay-debt'
  | 'revoke'
  | 'purchase'
  | 'cover-purchase'
  | 'refund'
  | 'discount'
  | 'surcharge'
  | 'service-fee'
  | 'correction'
  | 'card-fee'
  | 'monthly-fee'
  | 'hold-fuel'
  | 'release-fuel'
  | 'hold-disputed'
  | 'release-disputed';

export interface Transfer {
  /** Identifies the movement: however often it is posted, it is booked once. */
  requestId: string;
  kind: TransferKind;
  companyId: number;
  fromAccountId: number;
  toAccountId: number;
  amount: Kopecks;
  subject: TransferSubject;
}

/** A transfer between accounts that are named by their places. Both belong to one company. */
export interface Movement {
  requestId: string;
  kind: TransferKind;
  from: AccountPlace;
  to: AccountPlace;
  amount: Kopecks;
  subject: TransferSubject;
}

/** The business record behind a movement. */
interface TransferSubject {
  kind:
    | 'operation'
    | 'bank-payment'
    | 'advance-return'
    | 'distribution'
    | 'card'
    | 'opening'
    | 'sandbox-payment'
    | 'correction'
    | 'service-charge'
    | 'authorisation'
    | 'dispute';
  id: number;
}

export type Posting =
  | { ok: true; repeated: boolean }
  /** Refused: the account would fall below its floor. */
  | { ok: false; reason: 'floor'; accountId: number }
  /** Refused: the request id was used for another movement. */
  | { ok: false; reason: 'request-id-reused' };

/** Accounts under the lock of their companies. */
export async function listAccounts(tx: Db, ids: readonly number[]): Promise<Map<number, LockedAccount>> {
  const listed = await readColumns<AccountRow>(
    tx,
    ['id', 'company_id', 'balance_kopecks', 'floor_kopecks'],
    sql`
      select id, company_id, balance_kopecks, floor_kopecks from ledger_account
      where id = any(${encodeBigints([...new Set(ids)])}::bigint[])`,
  );
  return toLockedAccounts(listed);
}

/**
 * Returns whether a company has its accounts with a network. Accounts with an added network exist since the company's
 * first cards there.
 */
export async function hasPartnerAccount(db: Db, companyId: number, partnerId: number): Promise<boolean> {
  const found = await firstRow(
    db,
    sql<{ id: number }>`
      select id from ledger_account
      where company_id = ${companyId} and kind = 'partner' and coalesce(partner_id, 0) = ${partnerId}
        and coalesce(card_id, 0) = 0`,
  );
  return found !== null;
}

export interface AccountRow {
  id: number;
  company_id: number;
  balance_kopecks: number;
  floor_kopecks: number | null;
}

export function toLockedAccounts(listed: Columns<AccountRow>): Map<number, LockedAccount> {
  const accounts = new Map<number, LockedAccount>();
  for (const [index, id] of listed.id.entries()) {
    const floor = listed.floor_kopecks[index] as number | null;
    accounts.set(id, {
      id,
      companyId: listed.company_id[index] as number,
      balance: kopecks(listed.balance_kopecks[index] as number),
      floor: floor === null ? null : kopecks(floor),
    });
  }
  return accounts;
}
