import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import { UNREADABLE, listUnmatchedSalesWhere } from './unmatched-sales.ts';
import { toCases, type CaseKind } from '../../cards/commands/cases.ts';
import { describeUnreadableRecord } from '../../cards/commands/unreadable-problem.ts';
import { listDescribed } from '../../cards/commands/network-health.ts';
import type { Context } from '../../../context.ts';
import type { UnreadableRecord } from '../../../gateways/fuel-network/fuel-network.ts';
import { insertUnreadable } from './feeds.ts';

async function listUnreadableSales(db: Db) {
  const found = await listUnmatchedSalesWhere(db, sql`orphan.external_id like ${`${UNREADABLE}%`}`);
  return toCases(found, ({ external_id, reason, event }) => ({
    externalId: external_id.slice(UNREADABLE.length),
    problem: reason.slice(UNREADABLE.length).trim(),
    text: (event as { illegible: string }).illegible,
  }));
}

/** «Нечитаемые записи»: a record in a list of sales that could not be parsed. */
export const unreadableSaleCase = {
  list: listDescribed(listUnreadableSales, (illegibleSale) => ({
    asked: 'Запись списка продаж',
    ...describeUnreadableRecord(illegibleSale),
    deeds: ['close'],
  })),
} satisfies CaseKind;

/** Stores unreadable records of a network for a person; each is logged once, however often it is reported. */
export async function storeUnreadable(
  ctx: Context,
  partnerId: PartnerId,
  records: readonly UnreadableRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const fresh = await insertUnreadable(ctx.db.system, { partnerId, records, now: ctx.clock.now() });
  for (const { key, problem } of records) {
    if (fresh.delete(key)) ctx.log.error({ partnerId, key, problem }, 'a record of a network can’t be read');
  }
}
