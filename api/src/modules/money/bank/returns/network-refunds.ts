import { sql } from 'kysely';
import { kopecks } from '#contract/kopecks.ts';
import type { NetworkRefundKind } from '#contract/money/network-refunds.ts';
import { recordEvent } from '../../../../audit/record-event.ts';
import type { Context } from '../../../../context.ts';
import { firstRow, getOnlyRow, type Db } from '../../../../db/database.ts';
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
 * Books a waiting payment as money of a network: `bank` receives it, and what was paid to the network is less by it, unless
 * it is a bonus (docs/money.md). No client's account moves. Refuses: 404 no such payment; 409 it does not wait;
 * `partner_id` no network; `claim_id` no open claim to it; 409 `second-person` where the sum is more than the member may move alone today.
 */
export function bookNetworkRefund(
  ctx: Context,
  input: Deciding & { partnerId: number; kind: NetworkRefundKind; claimId: number | null },
): Promise<Payment> {
  const { partnerId, kind, claimId } = input;
  return decide(ctx, input, 'bookNetworkRefund', async (tx, payment) => {
    if (payment.network?.id === partnerId && payment.state === 'network') return null;
    if (!isWaiting(payment)) throw conflict('Платёж уже разобран: сначала исправьте прежнее решение');
    await requireNetwork(tx, partnerId);
    if (claimId !== null) await requireOpenClaim(tx, { claimId, partnerId });
    return { partnerId, kind, claimId, sum: payment.sum, state: 'network', what: 'network-refund-booked' };
  });
}

/** Takes such a booking back: the payment waits for a person again. Refuses as above; 409 it is no network's. */
export function undoNetworkRefund(ctx: Context, input: Deciding): Promise<Payment> {
  return decide(ctx, input, 'undoNetworkRefund', async (tx, { id, state, network, sum }) => {
    if (state !== 'network' || !network) throw conflict('Платёж не отнесён к расчётам с сетью');
    const booked = await getLastBooking(tx, id);
    return { ...booked, sum: kopecks(-sum), state: 'refund', what: 'network-refund-undone' };
  });
}

interface Booking {
  partnerId: number;
  kind: NetworkRefundKind;
  claimId: number | null;
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
      const { partnerId, kind, claimId, sum, state, what } = booking;
      const movement = { userId: staffId, action, subjectId: paymentId, sum: payment.sum, confirmedBy };
      await countUnconfirmed(ctx, tx, movement);
      const now = ctx.clock.now();
      await sql`
        insert into network_refund (payment_id, turn, partner_id, kind, claim_id, sum_kopecks, note, booked_by, booked_at)
        select ${paymentId}, count(*) + 1, ${partnerId}, ${kind}, ${claimId}::bigint, ${sum}, ${note}, ${staffId}, ${now}
        from network_refund where payment_id = ${paymentId}`.execute(tx);
      await sql`update bank_payment set state = ${state} where id = ${paymentId}`.execute(tx);
      await recordEvent(tx, {
        at: now,
        what,
        userId: staffId,
        ip,
        targets: [{ kind: 'partner', id: partnerId }],
        details: {
          paymentId,
          sumKopecks: payment.sum,
          refundKind: kind,
          ...(claimId !== null && { claimId }),
          note,
        },
      });
      return { paymentId };
    }),
  );
  return requirePayment(ctx.db.system, paymentId);
}

/** A booking that is taken back was of the same kind and for the same claim. */
async function getLastBooking(
  tx: Db,
  paymentId: number,
): Promise<Pick<Booking, 'partnerId' | 'kind' | 'claimId'>> {
  return getOnlyRow(
    tx,
    sql<Pick<Booking, 'partnerId' | 'kind' | 'claimId'>>`
      select partner_id as "partnerId", kind, claim_id as "claimId" from network_refund
      where payment_id = ${paymentId} order by turn desc limit 1`,
  );
}

/** Locks a claim. Refuses `claim_id` unless it is to this network, has not ended and was not given back whole. */
async function requireOpenClaim(
  tx: Db,
  { claimId, partnerId }: { claimId: number; partnerId: number },
): Promise<void> {
  await sql`select id from network_claim where id = ${claimId} for update`.execute(tx);
  const open = await firstRow(
    tx,
    sql`
      select claim.id from network_claim claim
      where claim.id = ${claimId} and claim.partner_id = ${partnerId} and claim.ended_as is null
        and claim.sum_kopecks > (
          select coalesce(sum(sum_kopecks), 0) from network_refund where claim_id = claim.id)`,
  );
  if (!open) throw fieldRefusal('claim_id', 'Открытой претензии к этой сети нет');
}

/** Returns the title of a network, or refuses `partner_id`. */
export async function requireNetwork(db: Db, partnerId: number): Promise<string> {
  const network = (await listSuppliers(db)).find((supplier) => supplier.partnerId === partnerId);
  if (!network) throw fieldRefusal('partner_id', 'Сеть не найдена');
  return network.title;
}
