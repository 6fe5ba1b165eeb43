import { sql } from 'kysely';
import { ALL_NETWORKS_TITLE } from '#contract/ids.ts';
import type { SearchQuery } from '#contract/insights/read-search.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { contains } from '../../../db/text-search.ts';
import { CONCERNS_ALL_NETWORKS } from './closing/concerns-all-store.ts';

export interface FoundDocument {
  id: number;
  title: string;
  partner_title: string;
  /** `YYYY-MM` */
  month: string;
}

const NETWORK = sql`case when ${CONCERNS_ALL_NETWORKS} then ${ALL_NETWORKS_TITLE} else partner.title end`;

/**
 * Returns a company's documents that match the whole input, newest month first. Returns none without a word, number or
 * month.
 */
export async function searchDocuments(
  db: Db,
  scope: CompanyScope,
  { day, month, numbers, words }: SearchQuery,
  limit: number,
): Promise<FoundDocument[]> {
  const named = sql`concat_ws(' ', 'документ', document.title, ${NETWORK})`;
  // Kopecks stand in no title.
  if (numbers.some(({ digits }) => digits === null)) return [];
  const texts = [...words, ...numbers.map(({ digits }) => digits ?? '')];
  if (texts.length === 0 && month === null) return [];
  const all = [
    ...texts.map((text) => contains(named, text)),
    ...[month, day?.slice(0, 7) ?? null]
      .filter((value) => value !== null)
      .map((value) => sql`document.month like ${`%${value}`}`),
  ];
  return rows(
    db,
    sql<FoundDocument>`
      select document.id, document.title, ${NETWORK} as partner_title, document.month
      from month_document document join partner on partner.id = document.partner_id
        left join card_act on card_act.document_id = document.id
      where document.company_id = ${scope.companyId} and ${sql.join(all, sql` and `)}
      order by document.month desc, document.partner_id, document.id limit ${limit}`,
  );
}
