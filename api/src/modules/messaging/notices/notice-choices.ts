import { sql } from 'kysely';
import {
  isUsual,
  type NoticeChannel,
  type NoticeKind,
  isLocked,
  NOTICE_RULES,
} from '#contract/messaging/notice-kinds.ts';
import { OPTIONAL_EMAILS, type OptionalEmail } from '#contract/messaging/emails.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import { type Hours, USUAL_HOURS } from './hours.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { setEmailChoice } from '../emails/email-choices.ts';
import { listSenders } from './channel-senders.ts';
import { listChoices } from './recipient-store.ts';

/** Returns true when this changed anything. Not for email, whose choices are stored with the emails. */
async function writeChoice(
  tx: Db,
  choice: { userId: number; kind: NoticeKind; channel: NoticeChannel; wanted: boolean; now: Date },
): Promise<boolean> {
  const { userId, kind, channel, wanted, now } = choice;
  const { numAffectedRows } = await (
    wanted === isUsual(kind, channel)
      ? sql`delete from notice_choice where user_id = ${userId} and kind = ${kind} and channel = ${channel}`
      : sql`
        insert into notice_choice (user_id, kind, channel, wanted, since)
        values (${userId}, ${kind}, ${channel}, ${wanted}, ${now})
        on conflict (user_id, kind, channel) do nothing`
  ).execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

export async function findHours(db: Db, userId: number): Promise<Hours | null> {
  return firstRow(
    db,
    sql<Hours>`
      select quiet, quiet_from as "from", quiet_to as "to", zone, digest, digest_hour as "digestHour"
      from notice_hours where user_id = ${userId}`,
  );
}

export async function writeHours(tx: Db, userId: number, hours: Hours): Promise<void> {
  const { quiet, from, to, zone, digest, digestHour } = hours;
  await sql`
    insert into notice_hours (user_id, quiet, quiet_from, quiet_to, zone, digest, digest_hour)
    values (${userId}, ${quiet}, ${from}, ${to}, ${zone}, ${digest}, ${digestHour})
    on conflict (user_id) do update set quiet = excluded.quiet, quiet_from = excluded.quiet_from,
      quiet_to = excluded.quiet_to, zone = excluded.zone, digest = excluded.digest,
      digest_hour = excluded.digest_hour`.execute(tx);
}

/**
 * Switches a kind of notice on or off over a channel for a person. For email it is the choice that an email's own link
 * changes. Refuses on `channel` what does not go over it, and what can't be switched off.
 */
export async function chooseNotice(
  ctx: Context,
  choice: { userId: number; kind: NoticeKind; channel: NoticeChannel; wanted: boolean; ip: string },
): Promise<void> {
  const { userId, kind, channel, wanted, ip } = choice;
  if (!NOTICE_RULES[kind].channels.includes(channel))
    throw fieldRefusal('channel', 'По этому каналу такие уведомления не приходят');
  if (isLocked(kind, channel)) throw fieldRefusal('channel', 'Это уведомление отключить нельзя');
  if (channel === 'mail' && isOptionalEmail(kind)) return setEmailChoice(ctx, { userId, kind, wanted, ip });
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    if (!(await writeChoice(tx, { userId, kind, channel, wanted, now }))) return;
    await recordEvent(tx, {
      at: now,
      what: 'notice-chosen',
      userId,
      ip,
      details: { kind, channel, wanted },
    });
  });
}

function isOptionalEmail(kind: NoticeKind): kind is OptionalEmail {
  return (OPTIONAL_EMAILS as readonly string[]).includes(kind);
}

export interface OwnChoices {
  userId: number;
  /** Channels that the portal has, and whether the person can be reached over each. */
  channels: { channel: NoticeChannel; ready: boolean }[];
  chosen: ReadonlyMap<string, boolean>;
  hours: Hours;
}

export async function readChoices(ctx: Context, userId: number): Promise<OwnChoices> {
  const { system } = ctx.db;
  const out = await Promise.all(
    listSenders()
      .filter(([, sender]) => sender.isOffered?.(ctx) ?? true)
      .map(async ([channel, sender]) => ({
        channel,
        ready: (await sender.reachable(system, [userId])).has(userId),
      })),
  );
  return {
    userId,
    channels: [{ channel: 'cabinet', ready: true }, ...out],
    chosen: await listChoices(system, [userId]),
    hours: (await findHours(system, userId)) ?? USUAL_HOURS,
  };
}
