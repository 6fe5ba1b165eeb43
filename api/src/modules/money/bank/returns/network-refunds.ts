import { sql } from 'kysely';
import type {
  bookNetworkRefund as bookCall,
  undoNetworkRefund as undoCall,
} from '#contract/money/network-refunds.ts';
import { kopecks } from '#contract/kopecks.ts';
import { recordEvent } from '../../../../audit/record-event.ts';
import type { Context } from '../../../../context.ts';
import type { Db } from '../../../../db/database.ts';
import { conflict, fieldRefusal, notFound } from '../../../../errors.ts';
import type { Call } from '../../../../http/call.ts';
import { doOnce, type RequestKey } from '../../../../http/request-key.ts';
import { formatRubles } from '../../../../lib/money-format.ts';
import type { TwoPeopleRule } from '../../../identity/approvals/approvals.ts';
import {
  countUnconfirmed,
  exceedsUnconfirmedLimit,
} from '../../../identity/approvals/unconfirmed-movements.ts';
import { listSuppliers } from '../../../programme/partners/suppliers.ts';
import { findPayment } from '../payment-list-store.ts';
import { takeTurn } from '../payment-store.ts';
import { isWaiting, type Payment } from '../payment.ts';

interface Deciding {
  paymentId: number;
  note: string;
  staffId: number;
  /** The second member, where one was needed. */
  confirmedBy: number | null;
  ip: string;
  requestKey: RequestKey | null;
}

/**
 * Books a waiting payment as money that a network gives back: `bank` receives it, and what was paid to the network is
 * less by it (docs/money.md). No client's account moves. Refuses: 404 no such payment; 409 it does not wait;
 * `partner_id` no network; 409 `second-person` where the sum is more than the member may move alone today.
 */
export function bookNetworkRefund(ctx: Context, input: Deciding & { partnerId: number }): Promise<Payment> {
  const { partnerId } = input;
  return decide(ctx, input, 'bookNetworkRefund', async (tx, payment) => {
    if (payment.network?.id === partnerId && payment.state === 'network') return null;
    if (!isWaiting(payment)) throw conflict('Платёж уже разобран: сначала исправьте прежнее решение');
    await requireNetwork(tx, partnerId);
    return { partnerId, sum: payment.sum, state: 'network', what: 'network-refund-booked' };
  });
}

/** Takes such a booking back: the payment waits for a person again. Refuses as above; 409 it is no network's. */
export function undoNetworkRefund(ctx: Context, input: Deciding): Promise<Payment> {
  return decide(ctx, input, 'undoNetworkRefund', async (_, { state, network, sum }) => {
    if (state !== 'network' || !network) throw conflict('Платёж не отнесён к расчётам с сетью');
    return { partnerId: network.id, sum: kopecks(-sum), state: 'refund', what: 'network-refund-undone' };
  });
}

interface Booking {
  partnerId: number;
  /** Kopecks that the network has given back; negative where a booking is taken back. */
  sum: number;
  state: 'network' | 'refund';
  what: 'network-refund-booked' | 'network-refund-undone';
}

async function decide(
  ctx: Context,
  { paymentId, note, staffId, confirmedBy, ip, requestKey }: Deciding,
  action: string,
  plan: (tx: Db, payment: Payment) => Promise<Booking | null>,
): Promise<Payment> {
  await ctx.db.inSystem((tx) =>
    doOnce(tx, requestKey, ctx.clock.now(), async () => {
      await takeTurn(tx);
      const payment = await requirePayment(tx, paymentId);
      const booking = await plan(tx, payment);
      if (!booking) return { paymentId };
      const { partnerId, sum, state, what } = booking;
      const movement = { userId: staffId, action, subjectId: paymentId, sum: payment.sum, confirmedBy };
      await countUnconfirmed(ctx, tx, movement);
      const now = ctx.clock.now();
      await sql`
        insert into network_refund (payment_id, turn, partner_id, sum_kopecks, note, booked_by, booked_at)
        select ${paymentId}, count(*) + 1, ${partnerId}, ${sum}, ${note}, ${staffId}, ${now}
        from network_refund where payment_id = ${paymentId}`.execute(tx);
      await sql`update bank_payment set state = ${state} where id = ${paymentId}`.execute(tx);
      await recordEvent(tx, {
        at: now,
        what,
        userId: staffId,
        ip,
        targets: [{ kind: 'partner', id: partnerId }],
        details: { paymentId, sumKopecks: payment.sum, note },
      });
      return { paymentId };
    }),
  );
  return requirePayment(ctx.db.system, paymentId);
}

async function requirePayment(db: Db, id: number): Promise<Payment> {
  const payment = await findPayment(db, id);
  if (!payment) throw notFound('Платёж не найден');
  return payment;
}

async function requireNetwork(db: Db, partnerId: number): Promise<string> {
  const network = (await listSuppliers(db)).find((supplier) => supplier.partnerId === partnerId);
  if (!network) throw fieldRefusal('partner_id', 'Сеть не найдена');
  return network.title;
}

/** Money of a network above what the member may move alone today is booked by two people. */
export const proposeNetworkRefund: TwoPeopleRule = async (ctx, call) => {
  const { params, body, session, confirmedBy } = call as unknown as Call<typeof bookCall>;
  const payment = await requirePayment(ctx.db.system, params.id);
  // The call itself refuses what was decided, or repeats its answer for the same request.
  if (!isWaiting(payment)) return null;
  const by = { userId: session.userId, sum: payment.sum, confirmedBy };
  const exceeded = await exceedsUnconfirmedLimit(ctx, by);
  if (!exceeded) return null;
  return {
    title: 'Отнести платёж к расчётам с сетью',
    details: [
      ...describePayment(payment),
      { title: 'Сеть', value: await requireNetwork(ctx.db.system, body.partner_id) },
      { title: 'Основание', value: body.note },
      ...exceeded,
    ],
  };
};

/** The same of a booking that is taken back. */
export const proposeNetworkRefundUndoing: TwoPeopleRule = async (ctx, call) => {
  const { params, body, session, confirmedBy } = call as unknown as Call<typeof undoCall>;
  const payment = await requirePayment(ctx.db.system, params.id);
  if (payment.state !== 'network') return null;
  const by = { userId: session.userId, sum: payment.sum, confirmedBy };
  const exceeded = await exceedsUnconfirmedLimit(ctx, by);
  if (!exceeded) return null;
  return {
    title: 'Отменить возврат от сети',
    details: [
      ...describePayment(payment),
      { title: 'Сеть', value: payment.network?.title ?? '' },
      { title: 'Основание', value: body.note },
      ...exceeded,
    ],
  };
};

function describePayment({ number, sum, payer, purpose }: Payment) {
  return [
    { title: 'Платёж', value: `№ ${number} на ${formatRubles(sum)}` },
    { title: 'Плательщик', value: payer.name || 'не указан' },
    { title: 'Назначение', value: purpose },
  ];
}
