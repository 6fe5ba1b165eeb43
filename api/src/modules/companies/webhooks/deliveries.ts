import { sql } from 'kysely';
import type { EventType } from '#contract/companies/events.ts';
import type { DELIVERY_STATES } from '#contract/companies/webhooks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import type { EventHorizon } from '../events/events.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { writeFor, type WebhookOwner } from './write-for.ts';

export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface DeliveryRow {
  id: number;
  event_type: EventType;
  state: DeliveryState;
  attempts: number;
  created_at: Date;
  last_at: Date | null;
  next_at: Date;
  last_status: number | null;
  last_error: string | null;
  body: string;
}

/** A page of what was sent to one of the company's addresses, newest first, and how many there are. */
export async function findDeliveries(
  db: Db,
  { companyId }: CompanyScope,
  args: { webhookId: number; state: DeliveryState | undefined; page: number; perPage: number },
): Promise<{ found: DeliveryRow[]; total: number }> {
  const stateCondition = args.state === undefined ? sql`` : sql`and state = ${args.state}`;
  const found = await rows(
    db,
    sql<DeliveryRow & { total: number }>`
      select id, event_type, state, attempts, created_at, last_at, next_at, last_status, last_error, body,
        count(*) over ()::int as total
      from webhook_delivery where webhook_id = ${args.webhookId} and company_id = ${companyId} ${stateCondition}
      order by id desc limit ${args.perPage} offset ${(args.page - 1) * args.perPage}`,
  );
  return { found, total: found[0]?.total ?? 0 };
}

/** Makes a delivery due at once, whatever its state; returns its webhook, or null when the company has no such delivery. */
async function requeueDelivery(
  tx: Db,
  { companyId }: CompanyScope,
  { id, now }: { id: number; now: Date },
): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ webhook_id: number }>`
      with requeued as (
        update webhook_delivery set state = 'waiting', next_at = ${now}, claimed_until = null, attempts = 0
        where id = ${id} and company_id = ${companyId} returning webhook_id
      ), woken as (
        update webhook set rests_until = null from requeued
        where webhook.id = requeued.webhook_id and company_id = ${companyId}
      )
      select webhook_id from requeued`,
  );
  return row?.webhook_id ?? null;
}

/**
 * Turns events into deliveries, for enabled webhooks with new events, up to a horizon that was read before. Uses one
 * statement, so that none is duplicated or skipped. Two processes serve different webhooks. Returns how many webhooks
 * were served. An ordered read of the next event walks the key. With "exists" the planner, which expects hits
 * everywhere, read the events of all companies.
 */
export async function claimWebhook(
  db: Db,
  about: {
    horizon: Pick<EventHorizon, 'generation' | 'xid'>;
    now: Date;
    webhooks: number;
    eventsEach: number;
  },
): Promise<number> {
  const { generation, xid } = about.horizon;
  const horizon = sql`(${generation}::smallint, ${xid}::xid8)`;
  const served = await rows(
    db,
    sql`
      with behind as (
        select id, company_id, types, generation, xid, event_id from webhook
        where off_reason is null and (
          select event.id from change_event event
          where event.company_id = webhook.company_id and (event.generation, event.xid) < ${horizon}
            and (event.generation, event.xid, event.id) > (webhook.generation, webhook.xid, webhook.event_id)
          order by event.generation, event.xid, event.id limit 1
        ) is not null
        order by id limit ${about.webhooks} for update skip locked
      ), fresh as (
        select behind.id as webhook_id, behind.types, event.* from behind
        cross join lateral (
          select company_id, generation, xid, id, type, at, data from change_event
          where company_id = behind.company_id and (generation, xid) < ${horizon}
            and (generation, xid, id) > (behind.generation, behind.xid, behind.event_id)
          order by generation, xid, id limit ${about.eventsEach}
        ) event
      ), added as (
        insert into webhook_delivery (company_id, webhook_id, event_type, body, next_at, created_at)
        select company_id, webhook_id, type, json_build_object('type', type,
            'timestamp', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'id', id, 'data', data)::text,
          ${about.now}, ${about.now}
        from fresh where type = any(types) order by webhook_id, generation, xid, id
      ), reached as (
        select distinct on (webhook_id) webhook_id, generation, xid, id from fresh
        order by webhook_id, generation desc, xid desc, id desc
      )
      update webhook set generation = reached.generation, xid = reached.xid, event_id = reached.id
      from reached where webhook.id = reached.webhook_id
      returning webhook.id`,
  );
  return served.length;
}

/** Returns the webhooks at work to which something is due. One that has not answered rests, and gets one probe at a time. */
export async function listDueWebhooks(db: Db, now: Date): Promise<number[]> {
  const due = await rows(
    db,
    sql<{ id: number }>`
      select id from webhook where off_reason is null and (rests_until is null or rests_until <= ${now}) and (
        select delivery.id from webhook_delivery delivery
        where delivery.webhook_id = webhook.id and state = 'waiting' and next_at <= ${now}
          and (claimed_until is null or claimed_until <= ${now})
        order by next_at, delivery.id limit 1
      ) is not null
      order by id`,
  );
  return due.map(({ id }) => id);
}

export interface DueDelivery {
  id: number;
  webhook_id: number;
  company_id: number;
  body: string;
  attempts: number;
  url: string;
  secret_sealed: Buffer;
  former_secret_sealed: Buffer | null;
  former_until: Date | null;
}

/**
 * Takes the deliveries due to an address, the oldest first, until a moment; only one for an address that did not answer
 * the last time. The address rests until that moment, so that no second job sends to it meanwhile.
 */
export async function claimDue(
  db: Db,
  about: { webhookId: number; now: Date; until: Date; maxConcurrent: number },
): Promise<DueDelivery[]> {
  const resting = await firstRow(
    db,
    sql<{ id: number }>`
      update webhook set rests_until = ${about.until}
      where id = ${about.webhookId} and silent_tries > 0 and (rests_until is null or rests_until <= ${about.now})
      returning id`,
  );
  return rows(
    db,
    sql<DueDelivery>`
      update webhook_delivery set claimed_until = ${about.until}
      from webhook, (
        select id from webhook_delivery
        where webhook_id = ${about.webhookId} and state = 'waiting' and next_at <= ${about.now}
          and (claimed_until is null or claimed_until <= ${about.now})
        order by next_at, id limit ${resting ? 1 : about.maxConcurrent} for update skip locked
      ) due
      where webhook_delivery.id = due.id and webhook.id = ${about.webhookId} and webhook.off_reason is null
        and (${resting !== null} or silent_tries = 0)
      returning webhook_delivery.id, webhook_id, webhook_delivery.company_id, body, attempts, url, secret_sealed,
        former_secret_sealed, former_until`,
  );
}

export interface DeliveryOutcome {
  id: number;
  state: DeliveryState;
  status: number | null;
  error: string | null;
  nextAt: Date;
}

export async function updateOutcomes(db: Db, outcomes: readonly DeliveryOutcome[], now: Date): Promise<void> {
  await rows(
    db,
    sql`
      update webhook_delivery delivery
      set state = outcome.state, attempts = attempts + 1, last_status = outcome.status, last_error = outcome.error,
        next_at = outcome.next_at, last_at = ${now}, claimed_until = null
      from unnest(${outcomes.map(({ id }) => id)}::bigint[], ${outcomes.map(({ state }) => state)}::text[],
        ${outcomes.map(({ status }) => status)}::int[], ${outcomes.map(({ error }) => error)}::text[],
        ${outcomes.map(({ nextAt }) => nextAt)}::timestamptz[]) outcome (id, state, status, error, next_at)
      where delivery.id = outcome.id`,
  );
}

/** Deletes the deliveries before a moment that wait no longer, and returns how many. */
export function deleteOldDeliveries(db: Db, before: Date): Promise<number> {
  return deleteInBatches(db, 'webhook_delivery', sql`created_at < ${before} and state <> 'waiting'`);
}

/** Sends a delivery once more, at once. 404 when the company has no such delivery. */
export async function replayDelivery(ctx: Context, owner: WebhookOwner, id: number): Promise<void> {
  const now = ctx.clock.now();
  const webhookId = await writeFor(ctx, owner, (tx) => requeueDelivery(tx, owner.scope, { id, now }));
  if (webhookId === null) throw notFound('Отправка не найдена');
}
