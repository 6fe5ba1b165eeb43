import type { Context } from '../../../context.ts';
import { nextTime, type SaidMailing } from './mailing.ts';
import { updateMailing } from './mailing-store.ts';
import { assertMayAsk, onceEach, keepAddresses, recordMailing } from './keep-addresses.ts';
import { requireOwnMailing, type Asker } from './require-own-mailing.ts';

/** Changes a mailing; whoever changes it is its author from then on. */
export async function changeMailing(
  ctx: Context,
  asker: Asker,
  { id, ...said }: SaidMailing & { id: number },
): Promise<void> {
  const { scope, userId } = asker;
  const now = ctx.clock.now();
  const mailing = { ...said, addresses: onceEach(said.addresses) };
  await assertMayAsk(ctx, scope, mailing.addresses);
  await ctx.db.inCompany(scope, async (tx) => {
    await requireOwnMailing(tx, asker, id);
    await updateMailing(tx, scope, id, { ...mailing, authorId: userId, nextAt: nextTime(mailing, now) });
    await keepAddresses(tx, scope, { mailingId: id, addresses: mailing.addresses, now });
    await recordMailing(tx, asker, { what: 'mailing-changed', id, mailing, now });
  });
}
