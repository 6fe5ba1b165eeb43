import { isAddedPartner } from '#contract/fuel/networks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { fieldRefusal } from '../../../errors.ts';
import type { RequestKey } from '../../../http/request-key.ts';
import { assertHasAccounts } from './client-accounts.ts';
import { postMovement } from '../posting/post-movement.ts';
import { partnerPlaces, type AccountDirection } from './account-direction.ts';
import { PACKED, type Distribution } from './distribution.ts';
import { sumsByPartner, totalOfPartners, type PartnerSum } from './partner-sums.ts';

/** Request to move money between the account and those of partners. */
export interface AccountSums {
  scope: CompanyScope;
  userId: number;
  sums: readonly PartnerSum[];
  requestKey: RequestKey | null;
}

/**
 * Moves money between the unallocated funds and partner accounts, all of it or none. Refuses: `accounts` an unknown
 * partner or a sum above the cap, 503 maintenance of the whole programme; no network is called.
 */
export async function moveBetweenAccounts(
  ctx: Context,
  { scope: { companyId }, userId: authorId, sums: typed, requestKey }: AccountSums,
  { kind, plan, refusal }: AccountDirection,
): Promise<Distribution> {
  const sums = sumsByPartner(typed, ctx.partnerIds());
  const added = sums.filter(({ partnerId }) => isAddedPartner(partnerId));
  if (added.length > 0) await assertHasAccounts(ctx, companyId, added);
  const requested = sums.map((sum) => ({ ...sum, places: partnerPlaces(companyId, sum.partnerId) }));
  const places = [
    ...requested.flatMap(({ places: { partner, debt } }) => [partner, debt]),
    { companyId, kind: 'unallocated' } as const,
  ];
  return postMovement(ctx, {
    companyId,
    requestKey,
    needs: { places, newId: 'distribution', balances: true },
    decide(books) {
      books.assertNotInMaintenance([]);
      const id = books.newId('distribution');
      const subject = { kind: 'distribution', id } as const;
      const movements = requested.flatMap(({ partnerId, sum, places: at }) => {
        const [partner, debt] = [books.account(at.partner).balance, books.account(at.debt).balance];
        const parts = plan({ partner, debt }, sum);
        if (!parts) throw fieldRefusal('accounts', refusal);
        return parts.map((part) => {
          const requestId = `distribution:${id}:${part.kind}:${partnerId}`;
          return { ...part, requestId, from: at[part.from], to: at[part.to], subject };
        });
      });
      if (!books.post(movements).ok) throw fieldRefusal('accounts', refusal);
      books.addDistribution(id, { companyId, kind, sum: totalOfPartners(sums), authorId });
      return { distributionId: id, balances: books.balances(companyId) };
    },
    packing: PACKED,
  });
}
