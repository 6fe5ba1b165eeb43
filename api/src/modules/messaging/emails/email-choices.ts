import { sql } from 'kysely';
import type { OptionalEmail } from '#contract/messaging/emails.ts';
import { isUsual } from '#contract/messaging/notice-kinds.ts';
import { rows, type Db } from '../../../db/database.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { hashSha256 } from '../../../lib/secrets.ts';
import { isOptional } from './email.ts';
import { lockLink } from './link-store.ts';

/** The kinds about which a person has chosen otherwise than usual: whether he wants them. */
export async function listChosen(db: Db, userId: number): Promise<Map<string, boolean>> {
  const found = await rows(
    db,
    sql<{
      kind: string;
      wanted: boolean;
    }>`select kind, wanted from unwanted_letter where user_id = ${userId}`,
  );
  return new Map(found.map((row) => [row.kind, row.wanted]));
}

/** True when this changed anything. */
async function writeChoice(
  tx: Db,
  choice: { userId: number; kind: OptionalEmail; wanted: boolean; now: Date },
): Promise<boolean> {
  const { userId, kind, wanted, now } = choice;
  const { numAffectedRows } = await (
    wanted === isUsual(kind, 'mail')
      ? sql`delete from unwanted_letter where user_id = ${userId} and kind = ${kind}`
      : sql`
        insert into unwanted_letter (user_id, kind, wanted, since) values (${userId}, ${kind}, ${wanted}, ${now})
        on conflict (user_id, kind) do update set wanted = excluded.wanted, since = excluded.since
        where unwanted_letter.wanted <> excluded.wanted`
  ).execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Switches an email off or on for a person. A repeat changes nothing. */
export async function setEmailChoice(
  ctx: Context,
  choice: { userId: number; kind: OptionalEmail; wanted: boolean; ip: string },
): Promise<void> {
  const { userId, kind, wanted, ip } = choice;
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    if (!(await writeChoice(tx, { userId, kind, wanted, now }))) return;
    await recordEvent(tx, { at: now, what: 'letter-chosen', userId, ip, details: { kind, wanted } });
  });
}

export interface OpenedChoices {
  userId: number;
  /** The email that contains the link. */
  kind: OptionalEmail;
  address: string;
}

/**
 * Returns the person whose emails a link «Отписаться» switches off. The link may be used again. Refuses with 404 for
 * any other link.
 */
export async function openChoices(ctx: Context, token: string): Promise<OpenedChoices> {
  const link = await ctx.db.inSystem((tx) => lockLink(tx, hashSha256(token)));
  if (!link || !isOptional(link.kind))
    throw notFound('Ссылка не подходит. Письма можно выбрать в кабинете, в разделе «Мои данные»');
  return { userId: link.userId, kind: link.kind, address: link.address };
}
