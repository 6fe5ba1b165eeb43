import { sql } from 'kysely';
import type { DeclineCode } from '#contract/fleet/declines.ts';
import type { ExceptionState } from '#contract/fleet/exceptions.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, type Db } from '../../../db/database.ts';

/** The last refusal at the pump, and what was asked about it. */
export interface Refused {
  declineId: number;
  at: Date;
  code: DeclineCode;
  /** The sentence of the rule or of the network, in Russian. */
  reason: string;
  station: string | null;
  /** Whether a rule of the company itself refused it, so that an exception may help. */
  byRule: boolean;
  asked: { state: ExceptionState; at: Date; until: Date | null; verdict: string | null } | null;
}

const FRESH_MS = 24 * 3600 * 1000;

/** Returns the decline of the last 24 hours, or null. */
export async function findRefusal(
  db: Db,
  { companyId }: CompanyScope,
  { cardId, at }: { cardId: number; at: Date },
): Promise<Refused | null> {
  const row = await firstRow(
    db,
    sql<
      Omit<Refused, 'asked'> & {
        state: ExceptionState | null;
        askedAt: Date;
        until: Date | null;
        verdict: string | null;
      }
    >`
      select decline.id as "declineId", decline.at, decline.code, decline.reason, decline.station, decline.code = 'rule' as "byRule",
        asked.state, asked.asked_at as "askedAt", asked.until, asked.verdict_reason as verdict
      from decline left join lateral (
        select state, asked_at, until, verdict_reason from rule_exception
        where company_id = decline.company_id and card_id = decline.card_id and decline_id = decline.id
          and (asked_by is not null or verdict_at is not null)
        order by id desc limit 1
      ) asked on true
      where decline.company_id = ${companyId} and decline.card_id = ${cardId}
        and decline.at > ${new Date(at.getTime() - FRESH_MS)}
      order by decline.at desc, decline.id desc limit 1`,
  );
  if (!row) return null;
  const { state, askedAt, until, verdict, ...refused } = row;
  return { ...refused, asked: state && { state, at: askedAt, until, verdict } };
}

/** Checks that this very card was declined, because a driver can't ask for another one. */
export async function isRefusalOfCard(
  db: Db,
  { companyId }: CompanyScope,
  { declineId, cardId }: { declineId: number; cardId: number },
): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ id: number }>`
      select id from decline where id = ${declineId} and company_id = ${companyId} and card_id = ${cardId}`,
  );
  return row !== null;
}
