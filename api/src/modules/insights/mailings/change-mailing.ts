import type { Context } from '../../../context.ts';
import { nextTime, type MailingInput } from './mailing.ts';
import { updateMailing, requireOwnMailing, type Requester } from './mailings.ts';
import { assertMayAsk, removeDuplicates, replaceAddresses, recordMailing } from './replace-addresses.ts';
import { mailSecurity, notifyOfSecurity } from '../../messaging/notices/security-notices.ts';
import { describeOutside } from './list-outside-addresses.ts';

/** Changes a mailing. The user who changes it becomes its author. */
export async function changeMailing(
  ctx: Context,
  asker: Requester,
  { id, outside, ...input }: MailingInput & { id: number; outside: readonly string[] },
): Promise<void> {
  const { scope, userId } = asker;
  const now = ctx.clock.now();
  const mailing = { ...input, addresses: removeDuplicates(input.addresses) };
  await assertMayAsk(ctx, scope, mailing.addresses);
  const news = describeOutside(asker, { outside, mailingId: id, title: mailing.title, now });
  await ctx.db.inCompany(scope, async (tx) => {
    await requireOwnMailing(tx, asker, id);
    await updateMailing(tx, scope, id, { ...mailing, authorId: userId, nextAt: nextTime(mailing, now) });
    await replaceAddresses(tx, scope, { mailingId: id, addresses: mailing.addresses, now });
    for (const item of news) await notifyOfSecurity(tx, item);
    await recordMailing(tx, asker, { what: 'mailing-changed', id, mailing, now });
  });
  for (const item of news) await mailSecurity(ctx, item);
}
