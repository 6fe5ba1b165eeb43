import { sql } from 'kysely';
import { OPERATION_TYPE } from '#contract/ids.ts';
import { rows, type Database } from '../../api/src/db/database.ts';
import { encodeBigints } from '../../api/src/db/parameter.ts';
import type { RequestKind, StoredRequests } from './compare-requests.ts';

/** Reads the stored requests of these companies. */
export async function readStoredRequests(
  database: Database,
  companyIds: readonly number[],
): Promise<StoredRequests> {
  const ids = sql`any(${encodeBigints(companyIds)}::bigint[])`;
  const keys = await rows(
    database.system,
    sql<{ key: string }>`
      select key from idempotent_request
      where outcome is not null and user_id in (select id from app_user where company_id = ${ids})`,
  );
  const effects = await rows(
    database.system,
    sql<{ kind: RequestKind; companyId: number; sumKopecks: number }>`
      select 'distribute' as kind, company_id as "companyId", sum_kopecks as "sumKopecks"
      from distribution where company_id = ${ids}
      union all
      select case type_id when ${OPERATION_TYPE.topUp} then 'to card' else 'from card' end, company_id, sum_kopecks
      from operation where company_id = ${ids} and type_id in (${OPERATION_TYPE.topUp}, ${OPERATION_TYPE.payout})
      union all
      select 'order', company_id, 0 from card_request where company_id = ${ids}`,
  );
  return { keys: new Set(keys.map(({ key }) => key)), effects };
}

/** Movements whose network has not answered yet. */
export async function countUnanswered(database: Database, companyIds: readonly number[]): Promise<number> {
  const [found] = await rows(
    database.system,
    sql<{ count: number }>`
      select count(*) as count from operation
      where status_id = 2 and company_id = any(${encodeBigints(companyIds)}::bigint[])`,
  );
  return found?.count ?? 0;
}
