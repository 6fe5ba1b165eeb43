import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { tellOf } from '../../people/notices/tell-of.ts';
import { stopMailing, type MailingAtWork } from './mailing-store.ts';
import { endSending, type ClaimedSending } from './sending-store.ts';

/** Its author may not read the company's data any more: nothing is sent until a colleague takes it over. Admins are told. */
export async function stopForAuthor(
  ctx: Context,
  { id, companyId, title }: MailingAtWork,
  sending: ClaimedSending,
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const problem = 'У автора рассылки больше нет доступа к компании';
    await endSending(tx, { id: sending.id, state: 'skipped', bytes: null, problem, now });
    if (!(await stopMailing(tx, id))) return;
    await recordEvent(tx, { at: now, what: 'mailing-stopped', companyId, after: { mailing: id, title } });
    await tellOf(tx, {
      kind: 'mailing-stopped',
      companyId,
      facts: { title },
      about: `mailing:${id}:${sending.id}`,
      now,
    });
  });
}
