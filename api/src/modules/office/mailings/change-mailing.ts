import type { Context } from '../../../context.ts';
import { nextTime, type SaidMailing } from './mailing.ts';
import { updateMailing } from './mailing-store.ts';
import { assertMayAsk, onceEach, keepAddresses, recordMailing } from './keep-addresses.ts';
import { mailSecurity, notifyOfSecurity } from '../../people/notices/notify-of-security.ts';
import { describeOutside } from './list-outside-addresses.ts';
import { requireOwnMailing, type Asker } from './require-own-mailing.ts';

/** Changes a mailing; whoever changes it is its author from then on. */
export async function changeMailing(
  ctx: Context,
  asker: Asker,
  { id, outside, ...said }: SaidMailing & { id: number; outside: readonly string[] },
): Promise<void> {
  const { scope, userId } = asker;
  const now = ctx.clock.now();
  const mailing = { ...said, addresses: onceEach(said.addresses) };
  await assertMayAsk(ctx, scope, mailing.addresses);
  const news = describeOutside(asker, { outside, mailingId: id, title: mailing.title, now });
  await ctx.db.inCompany(scope, async (tx) => {
    await requireOwnMailing(tx, asker, id);
    await updateMailing(tx, scope, id, { ...mailing, authorId: userId, nextAt: nextTime(mailing, now) });
    await keepAddresses(tx, scope, { mailingId: id, addresses: mailing.addresses, now });
    for (const item of news) await notifyOfSecurity(tx, item);
    await recordMailing(tx, asker, { what: 'mailing-changed', id, mailing, now });
  });
  for (const item of news) await mailSecurity(ctx, item);
}
