import { sql } from 'kysely';
import { firstRow, getOnlyRow, type Db } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import { newToken } from '../../lib/secrets.ts';
import {
  TillUnavailable,
  type ReceiptOutcome,
  type ReceiptRequest,
  type ReceiptTill,
} from './receipt-till.ts';

const TAKES_MS = 3000;
/** Receipts of sums with these kopecks fail once: the first attempt of each. */
const FAILING_KOPECKS = 13;

/**
 * Simulates a till: receipts are in the database, so that they survive a restart, and are ready after some seconds. A server in
 * production refuses to start with this gateway.
 */
export function embeddedTill({ db, clock }: { db: Db; clock: Clock }): ReceiptTill {
  async function sendReceipt({ externalId, sum }: ReceiptRequest): Promise<string> {
    const { id } = await getOnlyRow(
      db,
      sql<{ id: string }>`
        insert into embedded_receipt (id, external_id, sum_kopecks, sent_at)
        values (${newToken()}, ${externalId}, ${sum}, ${clock.now()})
        on conflict (external_id) do update set external_id = excluded.external_id returning id`,
    );
    return id;
  }

  async function readReceipt(tillId: string): Promise<ReceiptOutcome> {
    const row = await firstRow(
      db,
      sql<{ number: number; external_id: string; sum_kopecks: number; sent_at: Date }>`
        select number, external_id, sum_kopecks, sent_at from embedded_receipt where id = ${tillId}`,
    );
    if (!row) throw new TillUnavailable('the embedded till has no such receipt');
    if (clock.now().getTime() < row.sent_at.getTime() + TAKES_MS) return { state: 'waiting' };
    if (row.sum_kopecks % 100 === FAILING_KOPECKS && row.external_id.endsWith('-1'))
      return { state: 'failed', reason: 'Смена превысила 24 часа (код -3822)' };
    return {
      state: 'done',
      link: `https://ofd.example/receipt/${row.number}`,
      fiscal: { storage: '9999078900001234', document: row.number, sign: 1_000_000 + row.number },
    };
  }

  return { provider: 'embedded', sendReceipt, readReceipt };
}
