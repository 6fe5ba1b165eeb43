import { sql } from 'kysely';
import type { z } from 'zod';
import type { EventType } from '#contract/companies/events.ts';
import type { WEBHOOK_OFF_REASONS, webhook } from '#contract/companies/webhooks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { EventPlace } from '../events/events.ts';
import type { Context } from '../../../context.ts';
import { notFound, conflict } from '../../../errors.ts';
import { writeFor, type WebhookOwner } from './write-for.ts';

export type OffReason = (typeof WEBHOOK_OFF_REASONS)[number];

interface WebhookRow {
  id: number;
  url: string;
  types: EventType[];
  off_reason: OffReason | null;
  off_at: Date | null;
  former_until: Date | null;
  created_at: Date;
  waiting: number;
}

function listCompanyWebhooks(db: Db, { companyId }: CompanyScope): Promise<WebhookRow[]> {
  return rows(
    db,
    sql<WebhookRow>`
      select id, url, types, off_reason, off_at, former_until, created_at,
        (select count(*)::int from webhook_delivery
          where webhook_id = webhook.id and company_id = ${companyId} and state = 'waiting') as waiting
      from webhook where company_id = ${companyId} order by id`,
  );
}

export async function hasWebhook(db: Db, { companyId }: CompanyScope, id: number): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ id: number }>`select id from webhook where id = ${id} and company_id = ${companyId}`,
  );
  return row !== null;
}

export async function countWebhooks(db: Db, { companyId }: CompanyScope): Promise<number> {
  const { count } = await getOnlyRow(
    db,
    sql<{ count: number }>`select count(*)::int as count from webhook where company_id = ${companyId}`,
  );
  return count;
}

/** Events from `after` on will be sent to it. */
export async function insertWebhook(
  tx: Db,
  { companyId }: CompanyScope,
  about: {
    url: string;
    types: readonly EventType[];
    secretSealed: Uint8Array;
    after: EventPlace;
    userId: number;
    now: Date;
  },
): Promise<number> {
  const { after } = about;
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into webhook (company_id, url, types, secret_sealed, generation, xid, event_id, created_at, created_by)
      values (${companyId}, ${about.url}, ${about.types}::text[], ${about.secretSealed}, ${after.generation}::smallint,
        ${after.xid}::xid8, ${after.id}, ${about.now}, ${about.userId})
      returning id`,
  );
  return id;
}

async function deleteWebhook(tx: Db, { companyId }: CompanyScope, id: number): Promise<string | null> {
  const row = await firstRow(
    tx,
    sql<{ url: string }>`delete from webhook where id = ${id} and company_id = ${companyId} returning url`,
  );
  return row?.url ?? null;
}

/** False when the company has no such webhook. */
export async function updateSecret(
  tx: Db,
  { companyId }: CompanyScope,
  about: { id: number; secretSealed: Uint8Array; formerUntil: Date },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update webhook
      set former_secret_sealed = secret_sealed, former_until = ${about.formerUntil}, secret_sealed = ${about.secretSealed}
      where id = ${about.id} and company_id = ${companyId} returning id`,
  );
  return row !== null;
}

/** Makes waiting deliveries due at once. Returns false when the company has no such webhook. */
async function switchOn(
  tx: Db,
  { companyId }: CompanyScope,
  { id, now }: { id: number; now: Date },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update webhook set off_reason = null, off_at = null, silent_tries = 0, rests_until = null where id = ${id} and company_id = ${companyId} returning id`,
  );
  if (row === null) return false;
  await rows(
    tx,
    sql`
      update webhook_delivery set next_at = ${now}
      where webhook_id = ${id} and company_id = ${companyId} and state = 'waiting'`,
  );
  return true;
}

/** Returns null when it is off already. */
export function switchOff(
  tx: Db,
  { id, reason, now }: { id: number; reason: OffReason; now: Date },
): Promise<{ company_id: number; url: string } | null> {
  return firstRow(
    tx,
    sql<{ company_id: number; url: string }>`
      update webhook set off_reason = ${reason}, off_at = ${now} where id = ${id} and off_reason is null
      returning company_id, url`,
  );
}

/**
 * Counts a batch that an address left unanswered, and pauses the address according to that count; null means that the
 * address has answered.
 */
export async function updateSilence(
  db: Db,
  id: number,
  silence: { pauses: readonly number[]; now: Date } | null,
): Promise<void> {
  if (silence === null) {
    await sql`update webhook set silent_tries = 0, rests_until = null where id = ${id} and silent_tries > 0`.execute(
      db,
    );
    return;
  }
  const { pauses, now } = silence;
  await sql`
    update webhook set silent_tries = silent_tries + 1, rests_until = ${now}::timestamptz + make_interval(
      secs => (${pauses}::int[])[least(silent_tries + 1, ${pauses.length})])
    where id = ${id}`.execute(db);
}

/** The addresses of a company as every call shows them. */
export async function listShownWebhooks(
  ctx: Context,
  scope: CompanyScope,
): Promise<z.input<typeof webhook>[]> {
  const webhooks = await ctx.db.inCompany(scope, (tx) => listCompanyWebhooks(tx, scope));
  return webhooks.map((webhookRow) => presentWebhook(webhookRow, ctx.clock.now()));
}

function presentWebhook(webhook: WebhookRow, now: Date) {
  const { id, url, types, off_reason: reason, off_at: at, former_until: previous } = webhook;
  return {
    id,
    url,
    types,
    off: reason && at ? { reason, at: at.toISOString() } : null,
    waiting: webhook.waiting,
    former_secret_until: previous && previous > now ? previous.toISOString() : null,
    created_at: webhook.created_at.toISOString(),
  };
}

/** Stops all deliveries of a company's events. */
export async function deleteWebhooks(tx: Db, companyId: number): Promise<void> {
  await sql`delete from webhook where company_id = ${companyId}`.execute(tx);
}

/** Sends nothing more to an address. Refuses: 404. */
export async function removeWebhook(ctx: Context, owner: WebhookOwner, id: number): Promise<void> {
  const url = await writeFor(ctx, owner, (tx) => deleteWebhook(tx, owner.scope, id));
  if (url === null) throw notFound('Вебхук не найден');
}

/** Sends again from where it stopped. Refuses: 404. */
export async function resumeWebhook(ctx: Context, owner: WebhookOwner, id: number): Promise<void> {
  const now = ctx.clock.now();
  if (!(await writeFor(ctx, owner, (tx) => switchOn(tx, owner.scope, { id, now }))))
    throw notFound('Вебхук не найден');
}

/** Returns the key that seals the secrets. Refuses when the operator has set none. */
export function webhookKey({ config }: Context): string {
  if (config.webhooks.key === null)
    throw conflict('На этом портале вебхуки не подключены: обратитесь в поддержку');
  return config.webhooks.key;
}
