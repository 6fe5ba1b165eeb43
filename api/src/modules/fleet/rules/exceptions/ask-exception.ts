import { EXCEPTION_DUE_MINUTES } from '#contract/fleet/exceptions.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../../db/database.ts';
import { notify } from '../../../messaging/notices/notify.ts';
import {
  type ExceptionRow,
  findExceptions,
  findRefusedPurchase,
  hasOpenException,
  insertException,
  lapseProposals,
} from './exception-store.ts';
import type { Context } from '../../../../context.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { badRequest, conflict, fieldRefusal, notFound } from '../../../../errors.ts';
import { findGoods } from '../../../../gateways/fuel-network/goods.ts';
import { readCard } from '../../../cards/cards/read-card.ts';
import { chooseTurn } from './choose-turn.ts';
import { findDuty } from './duty.ts';
import { weighPurchase } from '../purchase/weigh-purchase.ts';

/** Notifies each user whose turn it is to answer, by name. Each turn is notified once, however often it is tried. */
export async function notifyOfRequest(
  tx: Db,
  args: { companyId: number; exception: ExceptionRow; turn: string; userIds: readonly number[]; now: Date },
): Promise<void> {
  const { companyId, exception: one, turn, userIds, now } = args;
  const facts = {
    cardId: one.card_id,
    card: one.card_number.slice(-4),
    exceptionId: one.id,
    who: one.asked_by ?? 'Портал',
    reason: one.reason,
    asks: one.asks,
    late: one.escalated_at !== null,
    plate: one.plate,
    driver: one.driver,
    station: one.station,
    centilitres: one.centilitres,
    costKopecks: one.cost_kopecks === null ? null : kopecks(one.cost_kopecks),
  };
  await notify(
    tx,
    ...userIds.map((userId) => ({
      kind: 'exception-asked' as const,
      companyId,
      userId,
      facts,
      about: `exception:${one.id}:${turn}:${userId}`,
      now,
    })),
  );
}

export interface ExceptionRequest {
  scope: CompanyScope;
  /** The user who asks, or who gave the driver the page. */
  userId: number;
  driverId?: number;
  declineId: number | null;
  cardId: number | null;
  goodsId: number | null;
  centilitres: number | null;
  reason: string;
}

/** Asks to let a purchase pass: what its rules refuse is found out now, and no more than that can be raised. Returns its id. */
export async function askException(ctx: Context, args: ExceptionRequest): Promise<number> {
  const { scope, userId, declineId } = args;
  const now = ctx.clock.now();
  const refused =
    declineId === null
      ? null
      : await ctx.db.inCompany(scope, (tx) => findRefusedPurchase(tx, scope, declineId));
  if (declineId !== null && !refused) throw notFound('Отказ не найден');
  const cardId = refused?.cardId ?? args.cardId;
  const centilitres = refused?.centilitres ?? args.centilitres;
  const goodsId = refused?.goodsId ?? args.goodsId;
  if (cardId === null) throw fieldRefusal('card_id', 'Укажите карту или отказ');
  if (centilitres === null) throw fieldRefusal('litres', 'Укажите литры');
  if (goodsId !== null && !findGoods(goodsId)) throw fieldRefusal('goods_id', 'Неизвестный вид топлива');
  const card = await readCard(ctx, scope, cardId);
  return ctx.db.inCompany(scope, async (tx) => {
    if (await hasOpenException(tx, scope.companyId, cardId))
      throw conflict('По этой карте уже ждут ответа на просьбу');
    const sumKopecks = refused?.sumKopecks ?? null;
    const station = refused?.station ?? null;
    const purchase = { card, at: now, goodsId, centilitres, sumKopecks, station };
    const obstacles = await weighPurchase(tx, scope, purchase);
    if (!obstacles) throw badRequest('Правила этой заправке не мешают: просить не о чем');
    await lapseProposals(tx, scope.companyId, cardId);
    const duty = await findDuty(tx, scope.companyId, obstacles.groupId);
    const dueMinutes = duty?.due_minutes ?? EXCEPTION_DUE_MINUTES;
    const { turn, ownerId, userIds } = await chooseTurn(tx, scope.companyId, {
      after: null,
      firstId: duty?.first_id ?? null,
      secondId: duty?.second_id ?? null,
    });
    const id = await insertException(tx, {
      companyId: scope.companyId,
      state: 'asked',
      cardId,
      declineId,
      reason: args.reason,
      rules: obstacles.rules,
      asks: obstacles.asks,
      raises: obstacles.raises,
      goodsId,
      centilitres,
      sumKopecks,
      userId,
      driverId: args.driverId ?? null,
      now,
      dueAt: new Date(now.getTime() + dueMinutes * 60_000),
      turn,
      ownerId,
      secondId: duty?.second_id ?? null,
      dueMinutes,
    });
    const [exception] = await findExceptions(tx, scope, { id, limit: 1, offset: 0 });
    if (exception) await notifyOfRequest(tx, { companyId: scope.companyId, exception, turn, userIds, now });
    return id;
  });
}
