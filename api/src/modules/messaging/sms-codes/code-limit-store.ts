import { sql, type RawBuilder } from 'kysely';
import { SMS_CODE_MAX_TRIES } from '#contract/limits.ts';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';
import type { CodeAsker } from './code-text.ts';
import type { CodePurpose } from './sms-codes.ts';

/** A request for a code, with the fields that its limits count. */
export interface CodeRequest extends CodePurpose, CodeAsker {
  phone: string;
  /** The address, or the network of an IPv6 one. */
  ip: string;
}

export interface Period {
  since: Date;
  until: Date;
}

/** The most codes within a period of each kind; the kinds that are left out have no limit. */
export interface Caps {
  /** Used codes do not count, because an unknown caller cannot use them. */
  unused?: boolean;
  phone?: number;
  address?: number;
  /** Limit for one phone from one address. */
  pair?: number;
  programme?: number;
}

/**
 * Selects the codes that count towards the same limits. Sign-in codes, which anyone may request, count apart from those
 * of signed-in users. Codes requested on a known device also count apart, because unknown devices must not use up the
 * owner's limit. A code that has confirmed documents counts no more: there is one for each document at most, and an
 * accountant of a hundred companies needs a hundred in an hour (decision 217).
 */
function matchesRequest(args: CodeRequest): RawBuilder<unknown> {
  if (args.purpose !== 'sign-in')
    return sql`purpose is distinct from 'sign-in' and (purpose is distinct from 'document' or used_at is null)`;
  return args.byKnownDevice
    ? sql`purpose = 'sign-in' and by_known_device and asked_by = ${args.askedBy}`
    : sql`purpose = 'sign-in' and not by_known_device`;
}

/**
 * The code that has to grow older than the period before another may be sent: when it was sent, the latest of all caps;
 * null if none is reached.
 */
export async function findCapReached(
  db: Db,
  args: CodeRequest,
  { since, until }: Period,
  caps: Caps,
): Promise<Date | null> {
  const kind = caps.unused ? sql`${matchesRequest(args)} and used_at is null` : matchesRequest(args);
  const within = sql`sent_at > ${since} and sent_at < ${until} and ${kind}`;
  const last = (max: number | undefined, whose: RawBuilder<unknown>): RawBuilder<unknown>[] =>
    max === undefined
      ? []
      : [
          sql`(select sent_at from sms_code where ${whose} and ${within} order by sent_at desc offset ${max - 1} limit 1)`,
        ];
  const each = [
    ...last(caps.phone, sql`phone = ${args.phone}`),
    ...last(caps.address, sql`ip = ${args.ip}`),
    ...last(caps.pair, sql`phone = ${args.phone} and ip = ${args.ip}`),
    ...last(caps.programme, sql`true`),
  ];
  const row = await getOnlyRow(
    db,
    sql<{ sent_at: Date | null }>`select greatest(${sql.join(each)}) as sent_at`,
  );
  return row.sent_at;
}

/**
 * Returns when the last code of this very action that can still confirm it was sent within a period. A code replaced by
 * one for another sum confirms nothing, so it delays no request. Neither does one that an unknown device requested
 * elsewhere.
 */
export async function lastWaitingCode(
  db: Db,
  args: CodeRequest,
  { since, until }: Period,
): Promise<Date | null> {
  const same = args.purpose === 'sign-in' && !args.byKnownDevice ? sql`ip = ${args.ip}` : sql`true`;
  const row = await firstRow(
    db,
    sql<{ sent_at: Date }>`
      select sent_at from sms_code
      where phone = ${args.phone} and purpose is not distinct from ${args.purpose}
        and subject is not distinct from ${args.subject} and sum_kopecks is not distinct from ${args.sumKopecks}::bigint
        and sent_at > ${since} and sent_at < ${until} and ${matchesRequest(args)} and ${same}
        and used_at is null and replaced_at is null and tries < ${SMS_CODE_MAX_TRIES}
      order by sent_at desc limit 1`,
  );
  return row?.sent_at ?? null;
}

/**
 * Returns the sign-in codes that an unknown device's address has requested for a phone since the last one used there:
 * their number, and when the latest was sent.
 */
export async function readUnusedOfUnknownDevice(
  db: Db,
  args: CodeRequest,
  { since, until }: Period,
): Promise<{ count: number; lastAt: Date | null }> {
  const row = await getOnlyRow(
    db,
    sql<{ count: number; last_at: Date | null }>`
      with asked as (
        select sent_at, used_at from sms_code
        where phone = ${args.phone} and ip = ${args.ip} and sent_at > ${since} and sent_at < ${until} and ${matchesRequest(args)}
      )
      select count(*) as count, max(sent_at) as last_at from asked
      where sent_at > coalesce((select max(sent_at) from asked where used_at is not null), '-infinity')`,
  );
  return { count: row.count, lastAt: row.last_at };
}

/**
 * Counts unused codes that unknown devices have requested in a period at the usual places of a phone's owner, or
 * returns null if this is not a usual place. A place is an address where a code of this phone was used. For IPv4 its
 * neighbours count too, because providers change the last part.
 */
export async function countUnusedAtUsualPlace(
  db: Db,
  args: CodeRequest,
  { since, until, usedSince }: Period & { usedSince: Date },
): Promise<number | null> {
  const row = await firstRow(
    db,
    sql<{ count: number }>`
      with usual as (
        select distinct ${selectIpNetwork(sql`ip`)} as place from sms_code
        where phone = ${args.phone} and purpose = 'sign-in' and sent_at > ${usedSince} and used_at is not null
      )
      select count(asked.id) as count
      from usual here
      left join sms_code asked on asked.phone = ${args.phone} and asked.used_at is null and not asked.by_known_device
        and asked.purpose = 'sign-in' and asked.sent_at > ${since} and asked.sent_at < ${until}
        and ${selectIpNetwork(sql`asked.ip`)} in (select place from usual)
      where here.place = ${selectIpNetwork(sql`${args.ip}`)}
      group by here.place`,
  );
  return row?.count ?? null;
}

/** `203.0.113.7` → `203.0.113.`; the network of an IPv6 line is one already. */
function selectIpNetwork(ip: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`regexp_replace(${ip}::text, '\\.\\d+$', '.')`;
}
