import type { PartnerId } from '#contract/ids.ts';
import type { AuthorisationState } from '#contract/fuel/authorisations.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import { releasePermitted } from '../../fleet/rules/purchase/budget-use.ts';
import { lockMoney } from '../../money/ledger/lock-money.ts';
import { endAuthorisations, findAuthorisation } from './authorisations.ts';
import { freeHolds } from './held-money.ts';
import { endSessions } from './pump-sessions.ts';

export const UNKNOWN_REQUEST = 'Такого запроса не было';
export const WAS_SETTLED = 'Эта заправка уже оплачена с другими цифрами';

/**
 * Frees the hold of a filling that did not happen, and returns how it ended. Again, or after its time: nothing changes.
 * Refuses: 404 an unknown request, 409 a filling that was sold.
 */
export async function releaseFuel(
  ctx: Context,
  input: { partnerId: PartnerId; requestId: string },
): Promise<AuthorisationState> {
  const found = await findAuthorisation(ctx.db.system, input);
  if (!found) throw notFound(UNKNOWN_REQUEST);
  return ctx.db.inSystem(async (tx) => {
    await lockMoney(tx, [found.companyId]);
    const now = ctx.clock.now();
    const authorisation = await findAuthorisation(tx, input);
    if (!authorisation) throw notFound(UNKNOWN_REQUEST);
    if (authorisation.state === 'settled') throw conflict(WAS_SETTLED);
    const isOpen = authorisation.state === 'approved';
    if (isOpen) {
      await freeHolds(tx, now, [authorisation]);
      await endAuthorisations(tx, { ids: [authorisation.id], state: 'released', now });
      await releasePermitted(tx, mintCompanyScope(authorisation.companyId), {
        partnerId: input.partnerId,
        externalId: input.requestId,
      });
      await endSessions(tx, [{ authorisationId: authorisation.id, state: 'cancelled', centilitres: 0 }], now);
    }
    await recordEvent(tx, {
      at: now,
      what: 'fuel-released',
      companyId: authorisation.companyId,
      targets: [{ kind: 'card', id: authorisation.cardId }],
      details: { requestId: input.requestId, heldKopecks: isOpen ? authorisation.held : 0 },
    });
    return isOpen ? 'released' : authorisation.state;
  });
}
