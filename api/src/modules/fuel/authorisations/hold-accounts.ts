import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';
import { openHoldAccounts } from '../../money/ledger/new-accounts.ts';

interface HoldPlace {
  companyId: number;
  partnerId: PartnerId;
}

/** The hold accounts that this process has seen: an account is never closed. */
const seenAccounts = memoizePerOwner<Context, Set<string>>(() => new Set());

/** Opens those hold accounts that this process has not seen. */
export async function openUnseenAccounts(ctx: Context, tx: Db, places: readonly HoldPlace[]): Promise<void> {
  const seen = seenAccounts(ctx);
  const unseen = places.filter((place) => !seen.has(namePlace(place)));
  if (unseen.length > 0) await openHoldAccounts(tx, unseen);
}

/** Remembers that these accounts are there. The caller has committed what opened them. */
export function rememberAccounts(ctx: Context, places: readonly HoldPlace[]): void {
  const seen = seenAccounts(ctx);
  for (const place of places) seen.add(namePlace(place));
}

function namePlace({ companyId, partnerId }: HoldPlace): string {
  return `${companyId}:${partnerId}`;
}
