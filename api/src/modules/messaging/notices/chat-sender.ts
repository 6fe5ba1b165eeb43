import type { Channel } from '#contract/messaging/channels.ts';
import { listChannels } from '../channels/list-channels.ts';
import type { ChannelMessage, SendOutcome } from '../channels/channel.ts';
import { listPeopleWith } from '../channels/linked-channels.ts';
import { sendOverChannel } from '../channels/send-over-channel.ts';
import type { ChannelSender } from './channel-sender.ts';

/**
 * Sends to every chat, or every browser, that a person has linked. Each gets a message of a key once, however many
 * attempts there are.
 */
export function chatSender(channel: Channel): ChannelSender {
  return {
    hours: 24,
    isOffered: ({ channels }) => channels[channel] !== null,
    reachable: (db, userIds) => listPeopleWith(db, { channel, userIds }),
    async send(ctx, { key, userId, words: notice, buttons }) {
      const { title, text, short, action, path: url } = notice;
      const message: ChannelMessage = { key, title, text, short, action, url, buttons };
      const linked = (await listChannels(ctx.db.system, userId)).filter(
        (linkedChannel) => linkedChannel.channel === channel,
      );
      const outcomes: SendOutcome[] = [];
      for (const linkedChannel of linked) outcomes.push(await sendOverChannel(ctx, linkedChannel, message));
      const waits = outcomes.flatMap((outcome) =>
        typeof outcome === 'object' ? [outcome.retryAfterSeconds] : [],
      );
      if (waits.length > 0) return { retryAfterSeconds: Math.max(...waits), answer: `${channel} waits` };
      return outcomes.includes('sent') ? 'sent' : 'gone';
    },
  };
}
