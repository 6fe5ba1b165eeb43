import { PARTNER_IDS } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { fieldRefusal } from '../../../errors.ts';
import type { RequestKey } from '../../../http/request-key.ts';
import type { AccountPlace, Movement, TransferKind } from '../ledger/account.ts';
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

/** What stands on the accounts of one partner that a movement touches. */
export interface PartnerBalances {
  partner: Kopecks;
  debt: Kopecks;
}

/** One direction of the movement: its parts for a partner's sum, and its refusal. */
export interface AccountDirection {
  kind: 'distribute' | 'revoke';
  /** The message for a sum above the cap. */
  refusal: string;
  /** Null: more than this account can give. */
  plan(balances: PartnerBalances, sum: Kopecks): Part[] | null;
}

type PartnerAccount = 'unallocated' | 'partner' | 'debt';

interface Part {
  kind: TransferKind;
  from: PartnerAccount;
  to: PartnerAccount;
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
        ...[...sums.keys()].flatMap((partnerId) => Object.values(placesOf(companyId, partnerId))),
        { companyId, kind: 'unallocated' },
      ],
      newId: 'distribution',
      balances: true,
    },
    decide(books) {
      books.assertNotInMaintenance([]);
      const distributionId = books.newId('distribution');
      const movements = movementsOf(books, { companyId, distributionId, sums }, direction);
      if (!books.post(movements).ok) throw fieldRefusal('accounts', direction.refusal);
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

function movementsOf(
  books: Books,
  asked: { companyId: number; distributionId: number; sums: Map<number, Kopecks> },
  direction: AccountDirection,
): Movement[] {
  const { companyId, distributionId, sums } = asked;
  return [...sums].flatMap(([partnerId, sum]) => {
    const places = placesOf(companyId, partnerId);
    const { balance: partner } = books.account(places.partner);
    const parts = direction.plan({ partner, debt: books.account(places.debt).balance }, sum);
    if (!parts) throw fieldRefusal('accounts', direction.refusal);
    return parts.map(({ kind, from, to, amount }) => ({
      requestId: `distribution:${distributionId}:${kind}:${partnerId}`,
      kind,
      from: places[from],
      to: places[to],
      amount,
      subject: { kind: 'distribution' as const, id: distributionId },
    }));
  });
}

function placesOf(companyId: number, partnerId: number): Record<PartnerAccount, AccountPlace> {
  return {
    unallocated: { companyId, kind: 'unallocated' },
    partner: { companyId, kind: 'partner', partnerId },
    debt: { companyId, kind: 'debt', partnerId },
  };
}
