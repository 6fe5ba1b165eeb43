import type { Channel } from '#contract/channels.ts';
import { channelsOf } from '../channels/channels-of.ts';
import type { ChannelMessage, SendFate } from '../channels/channel.ts';
import { listPeopleWith } from '../channels/list-people-with.ts';
import { sendOver } from '../channels/send-over.ts';
import type { ChannelSender } from './channel-senders.ts';

/** To every chat, or every browser, that a person has linked: each gets a message of a key once, however often it is tried. */
export function chatSender(channel: Channel): ChannelSender {
  return {
    hours: 24,
    isOffered: ({ channels }) => channels[channel] !== null,
    reachable: (db, userIds) => listPeopleWith(db, { channel, userIds }),
    async send(ctx, { key, userId, words, buttons }) {
      const { title, text, short, action, path: url } = words;
      const message: ChannelMessage = { key, title, text, short, action, url, buttons };
      const linked = (await channelsOf(ctx.db.system, userId)).filter((one) => one.channel === channel);
      const fates: SendFate[] = [];
      for (const one of linked) fates.push(await sendOver(ctx, one, message));
      const waits = fates.flatMap((fate) => (typeof fate === 'object' ? [fate.retryAfterSeconds] : []));
      if (waits.length > 0) return { retryAfterSeconds: Math.max(...waits), answer: `${channel} waits` };
      return fates.includes('sent') ? 'sent' : 'gone';
    },
  };
}
