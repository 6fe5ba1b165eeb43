import { sql, type Kysely } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import type { NetworkAnswer } from '../fuel-network.ts';

/** An event as it is sent, without its sequence. */
export type EventPayload =
  | ({ kind: 'answer'; requestId: string } & Exclude<NetworkAnswer, { state: 'accepted' }>)
  | ({ kind: 'sale' | 'refund' } & SalePayload);

export interface SalePayload {
  externalId: string;
  refundOf?: string;
  cardNumber: string;
  goodsId: number;
  goodsTitle: string;
  centilitres: number;
  unitPriceKopecks: number;
  sumKopecks: number;
  address: string;
  /** ISO 8601 */
  soldAt: string;
}

export async function addEvent(
  db: Kysely<unknown>,
  partnerId: PartnerId,
  dueAt: Date,
  payload: EventPayload,
): Promise<void> {
  await sql`insert into simulated_network.event (partner_id, due_at, payload)
    values (${partnerId}, ${dueAt}, ${JSON.stringify(payload)}::jsonb)`.execute(db);
}

/** Assigns numbers for one caller at a time, else a lower one could become visible after a higher one was read. */
export async function numberDueEvents(db: Kysely<unknown>, now: Date): Promise<void> {
  await sql`
    update simulated_network.event set sequence = numbered.sequence
    from (
      select id, nextval('simulated_network.event_sequence') as sequence
      from (select id from simulated_network.event where sequence is null and due_at <= ${now} order by due_at, id) due
    ) numbered
    where event.id = numbered.id`.execute(db);
}

export async function listEvents(
  db: Kysely<unknown>,
  partnerId: PartnerId,
  after: number,
  limit: number,
): Promise<(EventPayload & { sequence: number })[]> {
  const { rows } = await sql<{ sequence: number; payload: EventPayload }>`
    select sequence::float8 as sequence, payload from simulated_network.event
    where partner_id = ${partnerId} and sequence > ${after}
    order by sequence limit ${limit}`.execute(db);
  return rows.map(({ sequence, payload }) => ({ ...payload, sequence }));
}
