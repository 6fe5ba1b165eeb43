import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { TOO_MANY } from './begin-link.ts';
import { MAX_CHANNELS } from './channel.ts';
import { countLocked, endChannels, findByAddress, insertChannel } from './linked-channels.ts';

/**
 * Allows pushes to a browser. A browser where another user signed in before is moved to the current user, because the
 * browser is what agrees. Refuses: 400 an address of no push service, 404 no pushes here, 409 too many links.
 */
export async function linkPush(
  ctx: Context,
  input: { userId: number; endpoint: string; p256dh: string; auth: string; title: string; ip: string },
): Promise<void> {
  const { userId, endpoint: address, p256dh, auth, title, ip } = input;
  const { push } = ctx.channels;
  if (!push) throw notFound('Уведомления браузера здесь не подключены');
  if (!push.isKnown(address))
    throw fieldRefusal('endpoint', 'Служба уведомлений этого браузера не поддерживается');
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const before = await findByAddress(tx, { channel: 'push', address });
    if (before?.userId === userId) return;
    if (before) await endChannels(tx, { userId: before.userId, id: before.id, now });
    if ((await countLocked(tx, userId)) >= MAX_CHANNELS) throw conflict(TOO_MANY);
    const made = { userId, channel: 'push' as const, address, keys: { p256dh, auth }, title, now };
    const id = await insertChannel(tx, made);
    if (id === null) throw conflict('Уведомления этого браузера сейчас включает кто-то ещё');
    const targets = [{ kind: 'channel', id }];
    await recordEvent(tx, {
      at: now,
      what: 'channel-linked',
      userId,
      ip,
      targets,
      details: { channel: 'push' },
    });
  });
}
