import type { DeclineCode } from '#contract/declines.ts';
import type { Context } from '../../../context.ts';
import { tellOf } from '../../people/notices/tell-of.ts';
import { findCardByNumber, insertDecline } from './decline-store.ts';

export interface SaidDecline {
  cardNumber: string;
  at: Date;
  code: DeclineCode;
  reason: string;
  station: string | null;
  goods: { id: number; title: string } | null;
  centilitres: number;
  sumKopecks: number;
}

/** Keeps a refusal at the pump and tells those who want to hear of it; that of a card that nobody has is no one's. */
export async function noteDecline(ctx: Context, said: SaidDecline): Promise<void> {
  const card = await findCardByNumber(ctx.db.system, said.cardNumber);
  if (!card) return;
  const { at, code, reason, station, goods } = said;
  await ctx.db.inSystem(async (tx) => {
    const id = await insertDecline(tx, {
      ...said,
      card,
      goodsId: goods?.id ?? null,
      goodsTitle: goods?.title ?? null,
    });
    await tellOf(tx, {
      kind: 'decline',
      companyId: card.companyId,
      facts: { cardId: card.id, card: said.cardNumber.slice(-4), station, reason },
      about: `decline:${id}`,
      now: ctx.clock.now(),
    });
    ctx.log.info({ cardId: card.id, code, at }, 'a purchase was refused at the pump');
  });
}
