import type { OptionalLetter } from '#contract/letters.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { writeChoice } from './choice-store.ts';

/** Switches a letter off or on for a person. Once more the same changes nothing. */
export async function chooseLetter(
  ctx: Context,
  choice: { userId: number; kind: OptionalLetter; wanted: boolean; ip: string },
): Promise<void> {
  const { userId, kind, wanted, ip } = choice;
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    if (!(await writeChoice(tx, { userId, kind, wanted, now }))) return;
    await recordEvent(tx, { at: now, what: 'letter-chosen', userId, ip, details: { kind, wanted } });
  });
}
