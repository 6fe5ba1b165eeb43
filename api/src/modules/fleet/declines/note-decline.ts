import type { DeclineCode } from '#contract/declines.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { tellOf } from '../../people/notices/tell-of.ts';
import { proposeException } from '../rules/propose-exception.ts';
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
    const exceptionId = code === 'rule' ? await propose(ctx, tx, { ...said, card, declineId: id }) : null;
    await tellOf(tx, {
      kind: 'decline',
      companyId: card.companyId,
      facts: { cardId: card.id, card: said.cardNumber.slice(-4), station, reason, exceptionId },
      about: `decline:${id}`,
      now: ctx.clock.now(),
    });
    ctx.log.info({ cardId: card.id, code, at }, 'a purchase was refused at the pump');
  });
}

/** What a rule of the company's own has refused it can let pass: the least that is needed is proposed. */
function propose(
  ctx: Context,
  tx: Db,
  refused: SaidDecline & { card: { id: number; companyId: number; partnerId: number }; declineId: number },
): Promise<number | null> {
  const now = ctx.clock.now();
  return proposeException(tx, { ...refused, at: now, now, goodsId: refused.goods?.id ?? null });
}
