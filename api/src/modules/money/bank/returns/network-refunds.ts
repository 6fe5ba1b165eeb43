import { sql } from 'kysely';
import { kopecks } from '#contract/kopecks.ts';
import { recordEvent } from '../../../../audit/record-event.ts';
import type { Context } from '../../../../context.ts';
import type { Db } from '../../../../db/database.ts';
import { conflict, fieldRefusal } from '../../../../errors.ts';
import { doOnce, type RequestKey } from '../../../../http/request-key.ts';
import { countUnconfirmed } from '../../../identity/approvals/unconfirmed-movements.ts';
import { listSuppliers } from '../../../programme/partners/suppliers.ts';
import { requirePayment } from '../payment-list-store.ts';
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

/** Returns the title of a network, or refuses `partner_id`. */
export async function requireNetwork(db: Db, partnerId: number): Promise<string> {
  const network = (await listSuppliers(db)).find((supplier) => supplier.partnerId === partnerId);
  if (!network) throw fieldRefusal('partner_id', 'Сеть не найдена');
  return network.title;
}
