import type { NoticeChannel } from '#contract/notice-kinds.ts';
import type { Context } from '../../../context.ts';
import { sendersOf } from './channel-senders.ts';
import { findHours } from './choice-store.ts';
import { listChoices } from './hearer-store.ts';
import { USUAL_HOURS, type Hours } from './hours.ts';

export interface OwnChoices {
  userId: number;
  /** Channels that the portal has, and whether the person can be reached over each. */
  channels: { channel: NoticeChannel; ready: boolean }[];
  chosen: ReadonlyMap<string, boolean>;
  hours: Hours;
}

export async function readChoices(ctx: Context, userId: number): Promise<OwnChoices> {
  const { system } = ctx.db;
  const out = await Promise.all(
    sendersOf()
      .filter(([, sender]) => sender.isOffered?.(ctx) ?? true)
      .map(async ([channel, sender]) => ({
        channel,
        ready: (await sender.reachable(system, [userId])).has(userId),
      })),
  );
  return {
    userId,
    channels: [{ channel: 'cabinet', ready: true }, ...out],
    chosen: await listChoices(system, [userId]),
    hours: (await findHours(system, userId)) ?? USUAL_HOURS,
  };
}
