import type { ChatChannel } from '#contract/channels.ts';
import type { Context } from '../../../context.ts';
import { notAllowed, notFound } from '../../../errors.ts';
import { keepableText } from '../../../lib/keepable-text.ts';
import { hashOf, sameHash } from '../../../lib/secrets.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { findByAddress } from './channel-store.ts';
import { insertUpdate } from './update-store.ts';

/**
 * Keeps what a messenger says, once, for a job that carries it out: the messenger is answered at once. Refuses: 403 without
 * the secret. What does not concern us is let go.
 */
export async function receiveUpdate(
  ctx: Context,
  said: { channel: ChatChannel; headers: Readonly<Record<string, unknown>>; body: unknown },
): Promise<void> {
  const { channel, headers, body } = said;
  const chat = ctx.channels[channel];
  if (!chat) throw notFound();
  const secret = headers[chat.bot.secretHeader];
  // Hashes have one length, so comparing them tells nothing of the secret.
  if (typeof secret !== 'string' || !sameHash(hashOf(secret), hashOf(chat.secret))) throw notAllowed();
  const read = chat.bot.readUpdate(body);
  if (!read) return;
  const update = keepable(read);
  await ctx.db.inSystem(async (tx) => {
    const updateId = await insertUpdate(tx, { channel, said: update, now: ctx.clock.now() });
    if (updateId === null) return;
    // By its person the job is his company's, which has a share of the lane (decision 113).
    const own = await findByAddress(tx, { channel, address: update.chat });
    await enqueueJob(tx, 'take-chat-update', { updateId, ...(own && { userId: own.userId }) });
  });
}

/** Names and ids as the database can hold them. */
function keepable<Said extends object>(said: Said): Said {
  const fields = Object.entries(said).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? keepableText(value) : value,
  ]);
  return Object.fromEntries(fields) as Said;
}
