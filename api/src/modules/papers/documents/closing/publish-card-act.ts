import type { Context } from '../../../../context.ts';
import { formatDateLong, moscowDay } from '../../../../lib/money-format.ts';
import { findCompany, toDocumentParty } from '../../../companies/companies/companies.ts';
import { actPdf } from '../../../orders/orders/make-act.ts';
import { queueForEdm } from '../../edm/queue-for-edm.ts';
import {
  findOrderForAct,
  insertCardAct,
  listCardsForAct,
  lockActs,
  hasActLines,
  type CardForAct,
  type IssuedOrder,
} from './card-act-store.ts';
import { CLOSING_DOCUMENT } from './month-closing.ts';
import { lastDayOfObjections } from '../objections/objections.ts';

/**
 * Publishes the act of an order whose last card is issued, with the numbers of its cards. Safe to run twice, also at the
 * same time: an order has one act, and a card is in one act only. Cards in a month's act are omitted.
 */
export async function publishCardAct(ctx: Context, orderId: number): Promise<void> {
  for (let published = false; !published;) {
    const order = await findOrderForAct(ctx.db.system, orderId);
    if (!order) return;
    const cards = await listCardsForAct(ctx.db.system, orderId);
    if (cards.length === 0) return;
    published = await publish(ctx, order, cards);
  }
}

/** False if a month's act has taken one of the cards meanwhile: the act is made again without it. */
async function publish(ctx: Context, order: IssuedOrder, cards: readonly CardForAct[]): Promise<boolean> {
  const { id: orderId, companyId } = order;
  const dateIso = moscowDay(order.issuedAt);
  const title = `${CLOSING_DOCUMENT.cards.title} № ${orderId}`;
  const bytes = await makeActPdf(ctx, order, cards);
  const file = { sha256: await ctx.files.put(bytes), name: `${title}.pdf`, sizeBytes: bytes.length };
  return ctx.db.inSystem(async (tx) => {
    await lockActs(tx, companyId);
    const now = ctx.clock.now();
    if (
      await hasActLines(
        tx,
        cards.map(({ id }) => id),
      )
    )
      return false;
    const objectUntil = lastDayOfObjections(ctx.programme.today(), now);
    const act = { orderId, companyId, title, file, dateIso, objectUntil, cards, now };
    const documentId = await insertCardAct(tx, act);
    if (documentId !== null) await queueForEdm(tx, { companyId, documentId, now });
    return true;
  });
}

async function makeActPdf(ctx: Context, order: IssuedOrder, cards: readonly CardForAct[]): Promise<Buffer> {
  const company = await findCompany(ctx.db.system, order.companyId);
  if (!company) throw new Error(`no company ${order.companyId}`);
  const date = moscowDay(order.issuedAt);
  const { requisites } = ctx.programme.on(date);
  return actPdf({
    number: String(order.id),
    date,
    from: { ...requisites, signer: requisites.director },
    to: { ...toDocumentParty(company), signer: order.recipient },
    network: '',
    count: cards.length,
    cards,
    basis: `заявка № ${order.id} от ${formatDateLong(moscowDay(order.createdAt))}`,
  });
}
