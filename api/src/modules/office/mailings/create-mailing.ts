import { MAILINGS_MOST } from '#contract/mailings.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { nextTime, type SaidMailing } from './mailing.ts';
import { countMailings, insertMailing } from './mailing-store.ts';
import { assertMayAsk, onceEach, keepAddresses, recordMailing } from './keep-addresses.ts';
import type { Asker } from './require-own-mailing.ts';

const TOO_MANY = `У компании уже ${MAILINGS_MOST} рассылок: удалите ненужную`;

/** Has a report sent from its next time on. The same request key gives the same mailing. */
export async function createMailing(
  ctx: Context,
  asker: Asker,
  said: SaidMailing & { requestKey: RequestKey | null },
): Promise<number> {
  const { scope, userId } = asker;
  const { requestKey, ...rest } = said;
  const now = ctx.clock.now();
  const mailing = { ...rest, addresses: onceEach(rest.addresses) };
  await assertMayAsk(ctx, scope, mailing.addresses);
  return ctx.db.inCompany(scope, (tx) =>
    doOnce(tx, requestKey, now, async () => {
      if ((await countMailings(tx, scope)) >= MAILINGS_MOST) throw conflict(TOO_MANY);
      const id = await insertMailing(tx, scope, {
        ...mailing,
        authorId: userId,
        nextAt: nextTime(mailing, now),
        now,
      });
      await keepAddresses(tx, scope, { mailingId: id, addresses: mailing.addresses, now });
      await recordMailing(tx, asker, { what: 'mailing-created', id, mailing, now });
      return id;
    }),
  );
}
