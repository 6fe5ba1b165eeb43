import { MAX_MAILINGS } from '#contract/insights/mailings.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { nextTime, type MailingInput } from './mailing.ts';
import { countMailings, insertMailing, type Requester } from './mailings.ts';
import { assertMayAsk, removeDuplicates, replaceAddresses, recordMailing } from './replace-addresses.ts';
import { mailSecurity, notifyOfSecurity } from '../../messaging/notices/security-notices.ts';
import { describeOutside } from './list-outside-addresses.ts';

const TOO_MANY = `У компании уже ${MAX_MAILINGS} рассылок: удалите ненужную`;

/** Has a report sent from its next time on. The same request key gives the same mailing. */
export async function createMailing(
  ctx: Context,
  asker: Requester,
  input: MailingInput & { outside: readonly string[]; requestKey: RequestKey | null },
): Promise<number> {
  const { scope, userId } = asker;
  const { requestKey, outside, ...rest } = input;
  const now = ctx.clock.now();
  const mailing = { ...rest, addresses: removeDuplicates(rest.addresses) };
  await assertMayAsk(ctx, scope, mailing.addresses);
  const made = await ctx.db.inCompany(scope, (tx) =>
    doOnce(tx, requestKey, now, async () => {
      if ((await countMailings(tx, scope)) >= MAX_MAILINGS) throw conflict(TOO_MANY);
      const id = await insertMailing(tx, scope, {
        ...mailing,
        authorId: userId,
        nextAt: nextTime(mailing, now),
        now,
      });
      await replaceAddresses(tx, scope, { mailingId: id, addresses: mailing.addresses, now });
      const news = describeOutside(asker, { outside, mailingId: id, title: mailing.title, now });
      for (const item of news) await notifyOfSecurity(tx, item);
      await recordMailing(tx, asker, { what: 'mailing-created', id, mailing, now });
      return id;
    }),
  );
  const news = describeOutside(asker, { outside, mailingId: made, title: mailing.title, now });
  for (const item of news) await mailSecurity(ctx, item);
  return made;
}
