import { sql } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import { toTextArray } from '../../../db/columns.ts';
import type { Db } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';

/**
 * A distribution or revocation: who moved money between the unallocated funds and the partner accounts. The subject
 * of its transfers.
 */
export interface NewDistribution {
  id: number;
  companyId: number;
  kind: 'distribute' | 'revoke';
  /** The requested sum over all networks; its transfers add up to it. */
  sum: Kopecks;
  authorId: number;
}

export async function insertDistributions(
  tx: Db,
  distributions: readonly NewDistribution[],
  now: Date,
): Promise<void> {
  await sql`
    insert into distribution (id, company_id, kind, sum_kopecks, author_id, created_at)
    overriding system value
    select id, company_id, kind, sum, author_id, ${now}::timestamptz
    from unnest(
      ${encodeBigints(distributions.map((distribution) => distribution.id))}::bigint[], ${encodeBigints(distributions.map((distribution) => distribution.companyId))}::bigint[],
      ${toTextArray(distributions.map((distribution) => distribution.kind))}, ${encodeBigints(distributions.map((distribution) => distribution.sum))}::bigint[],
      ${encodeBigints(distributions.map((distribution) => distribution.authorId))}::bigint[]
    ) as new (id, company_id, kind, sum, author_id)`.execute(tx);
}
