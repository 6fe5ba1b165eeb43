import type { AuthorisationState } from '#contract/fuel/authorisations.ts';
import type { PartnerId } from '#contract/ids.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { findAuthorisation } from './authorisations.ts';
import { recordFilled } from './pump-sessions.ts';
import { UNKNOWN_REQUEST } from './release-fuel.ts';

/** Records how much of an open authorisation has run, for the screens alone. Returns its state. Refuses: 404 an unknown request. */
export async function reportFilling(
  ctx: Context,
  input: { partnerId: PartnerId; requestId: string; centilitres: number },
): Promise<AuthorisationState> {
  return ctx.db.inSystem(async (tx) => {
    const authorisation = await findAuthorisation(tx, input);
    if (!authorisation) throw notFound(UNKNOWN_REQUEST);
    const { id, companyId, cardId, state } = authorisation;
    const now = ctx.clock.now();
    if (state === 'approved')
      await recordFilled(tx, { authorisationId: id, centilitres: input.centilitres, now });
    await recordEvent(tx, {
      at: now,
      what: 'fuel-filling',
      companyId,
      targets: [{ kind: 'card', id: cardId }],
      details: { requestId: input.requestId, centilitres: input.centilitres },
    });
    return state;
  });
}
