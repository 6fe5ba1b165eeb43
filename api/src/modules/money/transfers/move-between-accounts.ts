import { PARTNER_IDS } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { fieldRefusal } from '../../../errors.ts';
import type { RequestKey } from '../../../http/request-key.ts';
import type { AccountPlace, LockedAccount, Transfer, TransferKind } from '../ledger/account.ts';
import { packBalances, unpackBalances, type Balances, type PackedBalances } from '../posting/balances.ts';
import type { Books } from '../posting/deed.ts';
import { postDeed } from '../posting/post-deed.ts';

/** Sums for partner accounts as typed: zeros are untouched fields, a partner may be named twice. */
export interface AccountSums {
  scope: CompanyScope;
  userId: number;
  sums: readonly { partnerId: number; sum: Kopecks }[];
  requestKey: RequestKey | null;
}

export interface Distribution {
  distributionId: number;
  /** The balances after the movement. */
  balances: Balances;
}

/** The accounts of one partner that a movement touches, locked. */
export interface PartnerAccounts {
  unallocated: LockedAccount;
  partner: LockedAccount;
  debt: LockedAccount;
}

/** One direction of the movement: its transfers for a partner's sum, and its refusal. */
export interface AccountDirection {
  kind: 'distribute' | 'revoke';
  /** The message for a sum above the cap. */
  refusal: string;
  /** Null: more than this account can give. */
  plan(accounts: PartnerAccounts, sum: Kopecks): PlannedMove[] | null;
}

export interface PlannedMove {
  kind: TransferKind;
  from: LockedAccount;
  to: LockedAccount;
  amount: Kopecks;
}

/**
 * Moves money between the unallocated funds and partner accounts, all of it or none. Refuses: `accounts` an unknown
 * partner or a sum above the cap, 503 maintenance of everything. No network is asked: one in maintenance stops nothing.
 */
export async function moveBetweenAccounts(
  ctx: Context,
  order: AccountSums,
  direction: AccountDirection,
): Promise<Distribution> {
  const sums = sumsByPartner(order.sums);
  const { companyId } = order.scope;
  return postDeed(ctx, {
    companyId,
    requestKey: order.requestKey,
    needs: {
      places: [
        { companyId, kind: 'unallocated' },
        ...[...sums.keys()].flatMap((partnerId) => partnerPlaces(companyId, partnerId)),
      ],
      newId: 'distribution',
      balances: true,
    },
    decide(books) {
      books.assertNotInMaintenance([]);
      const distributionId = books.newId('distribution');
      const transfers = transfersOf(books, { companyId, distributionId, sums }, direction);
      if (!books.post(transfers).ok) throw fieldRefusal('accounts', direction.refusal);
      books.addDistribution(distributionId, {
        companyId,
        kind: direction.kind,
        sum: totalOf(sums),
        authorId: order.userId,
      });
      return { distributionId, balances: books.balances(companyId) };
    },
    packing: { pack: packDistribution, unpack: unpackDistribution },
  });
}

function packDistribution({ distributionId, balances }: Distribution): unknown {
  return { distributionId, balances: packBalances(balances) };
}

function unpackDistribution(kept: unknown, titles: ReadonlyMap<number, string>): Distribution {
  const { distributionId, balances } = kept as { distributionId: number; balances: PackedBalances };
  return { distributionId, balances: unpackBalances(balances, titles) };
}

function totalOf(sums: ReadonlyMap<number, Kopecks>): Kopecks {
  return kopecks([...sums.values()].reduce((total, sum) => total + sum, 0));
}

function sumsByPartner(said: AccountSums['sums']): Map<number, Kopecks> {
  const sums = new Map<number, Kopecks>();
  for (const { partnerId, sum } of said) {
    if (!PARTNER_IDS.some((id) => id === partnerId)) throw fieldRefusal('accounts', 'Неизвестная сеть');
    if (sum > 0) sums.set(partnerId, kopecks((sums.get(partnerId) ?? 0) + sum));
  }
  return sums;
}

function transfersOf(
  books: Books,
  asked: { companyId: number; distributionId: number; sums: Map<number, Kopecks> },
  direction: AccountDirection,
): Transfer[] {
  const { companyId, distributionId, sums } = asked;
  const unallocated = books.account({ companyId, kind: 'unallocated' });
  return [...sums].flatMap(([partnerId, sum]) => {
    const [partnerPlace, debtPlace] = partnerPlaces(companyId, partnerId);
    const accounts = { unallocated, partner: books.account(partnerPlace), debt: books.account(debtPlace) };
    const moves = direction.plan(accounts, sum);
    if (!moves) throw fieldRefusal('accounts', direction.refusal);
    return moves.map((move) => ({
      requestId: `distribution:${distributionId}:${move.kind}:${partnerId}`,
      kind: move.kind,
      companyId,
      fromAccountId: move.from.id,
      toAccountId: move.to.id,
      amount: move.amount,
      subject: { kind: 'distribution' as const, id: distributionId },
    }));
  });
}

function partnerPlaces(companyId: number, partnerId: number): [AccountPlace, AccountPlace] {
  return [
    { companyId, kind: 'partner', partnerId },
    { companyId, kind: 'debt', partnerId },
  ];
}
