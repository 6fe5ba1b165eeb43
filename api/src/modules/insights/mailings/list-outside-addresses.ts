import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { maskAddress } from '../../messaging/emails/confirm-address.ts';
import type { CompanyNews } from '../../messaging/notices/security-notices.ts';
import { listExternalAddresses } from './address-store.ts';
import { removeDuplicates } from './replace-addresses.ts';
import type { Requester } from './mailings.ts';

/**
 * Returns the addresses that are no colleague's own and that the mailing has not had yet. What is sent there goes on after
 * the session that has named them has ended, so they need a code, and the admins are notified.
 */
export async function listOutsideAddresses(
  ctx: Context,
  { companyId }: CompanyScope,
  { addresses, mailingId }: { addresses: readonly string[]; mailingId: number | null },
): Promise<string[]> {
  return listExternalAddresses(ctx.db.system, {
    companyId,
    addresses: removeDuplicates(addresses),
    mailingId,
  });
}

/** Returns what the admins are notified of, for each new address outside the company. */
export function describeOutside(
  { scope: { companyId }, userId }: Requester,
  about: { outside: readonly string[]; mailingId: number; title: string; now: Date },
): CompanyNews[] {
  const { outside, mailingId, title, now } = about;
  return outside.map((address) => ({
    userId,
    companyId,
    what: { event: 'mailing-address-added', to: maskAddress(address), title },
    about: `${mailingId}:${address}:${now.toISOString()}`,
    now,
  }));
}
