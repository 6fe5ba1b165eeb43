import { sql, type RawBuilder } from 'kysely';
import type { EventType } from '#contract/events.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { EventPlace } from './event-cursor.ts';
import type { EventHorizon } from './read-horizon.ts';

/**
 * In order, from behind a place up to the horizon, which has to be read before by another statement. For `copyOut`, in the
 * order in which `writtenEvents` reads its columns.
 */
export function selectEvents(
  { companyId }: CompanyScope,
  asked: {
    after: EventPlace;
    horizon: Pick<EventHorizon, 'generation' | 'xid'>;
    types: readonly EventType[] | null;
    limit: number;
  },
): RawBuilder<unknown> {
  const { after, horizon, types } = asked;
  const ofTypes = types === null ? sql`` : sql`and type in (${sql.join(types.map((type) => sql.lit(type)))})`;
  return sql`
    select generation, xid, id, type, at, data from change_event
    where company_id = ${sql.lit(companyId)}
      and (generation, xid, id) > (${sql.lit(after.generation)}::smallint, ${sql.lit(after.xid)}::xid8, ${sql.lit(after.id)}::bigint)
      and (generation, xid) < (${sql.lit(horizon.generation)}::smallint, ${sql.lit(horizon.xid)}::xid8)
      ${ofTypes}
    order by generation, xid, id
    limit ${sql.lit(asked.limit)}`;
}
