import { OPTIONAL_LETTERS, type OptionalLetter } from '#contract/letters.ts';
import { isLocked, NOTICE_RULES, type NoticeChannel, type NoticeKind } from '#contract/notice-kinds.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { chooseLetter } from '../letters/choose-letter.ts';
import { writeChoice } from './choice-store.ts';

/**
 * Switches a kind of notice on or off over a channel for a person. By mail it is the choice that a letter's own link
 * changes. Refuses on `channel` what does not go over it, and what can't be switched off.
 */
export async function chooseNotice(
  ctx: Context,
  choice: { userId: number; kind: NoticeKind; channel: NoticeChannel; wanted: boolean; ip: string },
): Promise<void> {
  const { userId, kind, channel, wanted, ip } = choice;
  if (!NOTICE_RULES[kind].channels.includes(channel))
    throw fieldRefusal('channel', 'По этому каналу такие уведомления не приходят');
  if (isLocked(kind, channel)) throw fieldRefusal('channel', 'Это уведомление отключить нельзя');
  if (channel === 'mail' && isLetter(kind)) return chooseLetter(ctx, { userId, kind, wanted, ip });
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    if (!(await writeChoice(tx, { userId, kind, channel, wanted, now }))) return;
    await recordEvent(tx, {
      at: now,
      what: 'notice-chosen',
      userId,
      ip,
      details: { kind, channel, wanted },
    });
  });
}

function isLetter(kind: NoticeKind): kind is OptionalLetter {
  return (OPTIONAL_LETTERS as readonly string[]).includes(kind);
}
