import { MAILINGS_MOST } from '#contract/mailings.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { nextTime, type SaidMailing } from './mailing.ts';
import { countMailings, insertMailing } from './mailing-store.ts';
import { assertMayAsk, onceEach, keepAddresses, recordMailing } from './keep-addresses.ts';
import { mailSecurity, notifyOfSecurity } from '../../people/notices/notify-of-security.ts';
import { describeOutside } from './list-outside-addresses.ts';
import type { Asker } from './require-own-mailing.ts';

const TOO_MANY = `У компании уже ${MAILINGS_MOST} рассылок: удалите ненужную`;

/** Has a report sent from its next time on. The same request key gives the same mailing. */
export async function createMailing(
  ctx: Context,
  asker: Asker,
  said: SaidMailing & { outside: readonly string[]; requestKey: RequestKey | null },
): Promise<number> {
  const { scope, userId } = asker;
  const { requestKey, outside, ...rest } = said;
  const now = ctx.clock.now();
  const mailing = { ...rest, addresses: onceEach(rest.addresses) };
  await assertMayAsk(ctx, scope, mailing.addresses);
  const made = await ctx.db.inCompany(scope, (tx) =>
    doOnce(tx, requestKey, now, async () => {
      if ((await countMailings(tx, scope)) >= MAILINGS_MOST) throw conflict(TOO_MANY);
      const id = await insertMailing(tx, scope, {
        ...mailing,
        authorId: userId,
        nextAt: nextTime(mailing, now),
        now,
      });
      await keepAddresses(tx, scope, { mailingId: id, addresses: mailing.addresses, now });
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
