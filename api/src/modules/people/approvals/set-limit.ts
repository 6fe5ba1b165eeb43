import { toRubles, type Kopecks } from '#contract/kopecks.ts';
import type { setApprovalLimit } from '#contract/approvals.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { Call } from '../../../http/bind.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import type { TwoPeopleRule } from './approval.ts';
import { upsertLimit } from './approval-limit-store.ts';
import { readLimit } from './read-limit.ts';

/** The rule of two people is itself changed by two. */
export const proposeLimit: TwoPeopleRule = async (ctx, call) => {
  const { body } = call as unknown as Call<typeof setApprovalLimit>;
  return {
    title: 'Сколько сотрудник проводит один за день',
    about: [],
    details: [
      { title: 'Сейчас', value: formatRubles(await readLimit(ctx)) },
      { title: 'Станет', value: formatRubles(body.credit_above) },
    ],
  };
};

export async function setLimit(
  ctx: Context,
  asked: { sum: Kopecks; userId: number; ip: string },
): Promise<void> {
  const before = await readLimit(ctx);
  await ctx.db.inSystem(async (tx) => {
    await upsertLimit(tx, asked.sum);
    await recordEvent(tx, {
      at: ctx.clock.now(),
      what: 'approval-limit-changed',
      userId: asked.userId,
      ip: asked.ip,
      before: { credit_above: toRubles(before) },
      after: { credit_above: toRubles(asked.sum) },
    });
  });
}
