import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { insertContradiction } from './contradiction-store.ts';
import type { Contradiction } from './contradiction.ts';

const LOGGED = {
  answer: 'a network answers otherwise than is booked',
  resale: 'a known sale is told otherwise',
  stray: 'an answer to a command that nobody knows',
};

/** Keeps for a person what a network says against the books, and logs it: each word once, however often it is heard. */
export async function tellContradiction(
  ctx: Context,
  heard: Contradiction & {
    partnerId: PartnerId;
    subject: string;
    companyId: number | null;
    cardNumber: string | null;
  },
): Promise<void> {
  if (!(await insertContradiction(ctx.db.system, { ...heard, now: ctx.clock.now() }))) return;
  const { kind, partnerId, subject, ours, word } = heard;
  // Only the last digits of a card go into the log.
  ctx.log.error({ partnerId, subject, ours: hideCards(ours), word: hideCards(word) }, LOGGED[kind]);
}

function hideCards(side: object | null): object | null {
  if (!side) return null;
  const text = JSON.stringify(side, (_, value: unknown) =>
    typeof value === 'string' && /^\d{10,20}$/.test(value) ? value.slice(-4) : value,
  );
  return JSON.parse(text) as object;
}
