import { countRefusals } from '../sms-codes/count-refusals.ts';
import type { ChannelSender } from './channel-senders.ts';

/** Short words and no link: nobody learns to follow one from an SMS. Providers drop an id that they know. */
export const smsSender: ChannelSender = {
  hours: 24,
  // Everybody signs in by his phone.
  reachable: (_db, userIds) => Promise.resolve(new Set(userIds)),
  async send(ctx, { key, phone, words }) {
    const text = `${ctx.config.operator.name}: ${words.short}`;
    const outcome = await ctx.sms.send({ phone, text, clientId: key });
    if (outcome.accepted) return 'sent';
    countRefusals(ctx)[outcome.kind] += 1;
    if (outcome.kind === 'number' || outcome.kind === 'blocked') return { refused: outcome.kind };
    return { retryAfterSeconds: null, answer: outcome.kind };
  },
};
