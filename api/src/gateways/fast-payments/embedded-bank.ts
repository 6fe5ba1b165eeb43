import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, getOnlyRow, type Db } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import { newToken } from '../../lib/secrets.ts';
import {
  FastPaymentsUnavailable,
  type LinkRequest,
  type BankOrder,
  type FastPaymentOutcome,
  type FastPayments,
} from './fast-payments.ts';

/** An order as the fake's own page shows it. */
interface EmbeddedBankOrder {
  sum: Kopecks;
  purpose: string;
  state: 'waiting' | 'paid' | 'refused' | 'expired';
}

export interface EmbeddedBank extends FastPayments {
  findOrder(bankOrder: string): Promise<EmbeddedBankOrder | null>;
  /** Applies a click on the bank's page. An order that is decided or too late stays as it is. */
  decide(tx: Db, bankOrder: string, decision: 'pay' | 'refuse'): Promise<void>;
}

/**
 * Simulates the bank: a page takes the place of the payer’s bank, and the orders are in the database, so that they survive a
 * restart. A server in production refuses to start with this gateway.
 */
export function embeddedBank({
  db,
  clock,
  address,
}: {
  db: Db;
  clock: Clock;
  address: string;
}): EmbeddedBank {
  async function orderPayment(args: LinkRequest): Promise<BankOrder> {
    const { id } = await getOnlyRow(
      db,
      sql<{ id: string }>`
        insert into embedded_bank_order (id, asked_as, sum_kopecks, purpose, payer_inn, expires_at)
        values (${newToken()}, ${args.orderId}, ${args.sum}, ${args.purpose}, ${args.payerInn}, ${args.expiresAt})
        on conflict (asked_as) do update set asked_as = excluded.asked_as returning id`,
    );
    return { bankOrder: id, link: `${address}/dev/bank?order=${id}` };
  }

  async function readPayment(bankOrder: string): Promise<FastPaymentOutcome> {
    const row = await find(bankOrder);
    if (!row) throw new FastPaymentsUnavailable('the embedded bank has no such order');
    const state = getState(row);
    if (state !== 'paid') return { state };
    const { operation, decided_at: at } = row;
    if (operation === null || at === null) throw new Error(`order ${bankOrder} is paid without a movement`);
    return { state, operation, sum: kopecks(row.sum_kopecks), at, payer: { inn: row.payer_inn, name: '' } };
  }

  async function findOrder(bankOrder: string): Promise<EmbeddedBankOrder | null> {
    const row = await find(bankOrder);
    return row && { sum: kopecks(row.sum_kopecks), purpose: row.purpose, state: getState(row) };
  }

  async function decide(tx: Db, bankOrder: string, decision: 'pay' | 'refuse'): Promise<void> {
    const now = clock.now();
    await sql`
      update embedded_bank_order set state = ${decision === 'pay' ? 'paid' : 'refused'}, decided_at = ${now},
        operation = ${decision === 'pay' ? `B${toOperationId(newToken())}` : null}
      where id = ${bankOrder} and state = 'waiting' and expires_at > ${now}`.execute(tx);
  }

  const find = (bankOrder: string) =>
    firstRow(db, sql<OrderRow>`select * from embedded_bank_order where id = ${bankOrder}`);
  const getState = ({ state, expires_at }: OrderRow): EmbeddedBankOrder['state'] =>
    state === 'waiting' && expires_at <= clock.now() ? 'expired' : state;

  return { provider: 'embedded', orderPayment, readPayment, findOrder, decide };
}

interface OrderRow {
  sum_kopecks: number;
  purpose: string;
  payer_inn: string;
  expires_at: Date;
  state: 'waiting' | 'paid' | 'refused';
  /** Operation of a paid order. */
  operation: string | null;
  decided_at: Date | null;
}

function toOperationId(token: string): string {
  return token
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 20)
    .toUpperCase();
}
