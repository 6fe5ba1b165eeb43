import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { endChannels } from './linked-channels.ts';

/** Ends one of a person's own links. Refuses: 404 for another's, and for one that has ended. */
export async function unlinkChannel(
  ctx: Context,
  args: { userId: number; id: number; ip?: string },
): Promise<void> {
  const { userId, id, ip } = args;
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const [ended] = await endChannels(tx, { userId, id, now });
    if (!ended) throw notFound('Этот канал уже отвязан');
    await recordEvent(tx, {
      at: now,
      what: 'channel-unlinked',
      userId,
      ip,
      targets: [{ kind: 'channel', id }],
      details: { channel: ended.channel },
    });
  });
}
