import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { onlyRow, type Db } from '../../../db/database.ts';
import type { OperationFilter } from './operation-filter-store.ts';

/** Whose report it is, and what it is narrowed down to, in words for its head: «Сеть: Роснефть». */
export async function findFilterWords(
  db: Db,
  scope: CompanyScope,
  { cardId, partnerId, driverId, drivers, vehicleId, goods, station }: OperationFilter,
): Promise<{ company: string; filters: string[] }> {
  const driverIds = [driverId, ...(drivers ?? '').split(',').map(Number)].filter(Boolean);
  const found = await onlyRow(
    db,
    sql<{
      company: string;
      card: string | null;
      network: string | null;
      people: string | null;
      plate: string | null;
    }>`
      select (select title from company where id = ${scope.companyId}) as company,
        (select card_number || case comment when '' then '' else ', ' || comment end from card
          where id = ${cardId ?? null}::bigint and company_id = ${scope.companyId}) as card,
        (select title from partner where id = ${partnerId ?? null}::bigint) as network,
        (select plate from vehicle where id = ${vehicleId ?? null}::bigint and company_id = ${scope.companyId}) as plate,
        (select string_agg(concat_ws(' ', surname, name, patronymic), ', ' order by id) from driver
          where company_id = ${scope.companyId} and id = any(${driverIds}::bigint[])) as people`,
  );
  const words = [
    ['Сеть', found.network],
    ['Карта', found.card],
    ['Водитель', found.people ?? (drivers === 'none' ? 'без водителя' : null)],
    ['Машина', found.plate],
    ['Топливо', goods],
    ['АЗС', station],
  ];
  return {
    company: found.company,
    filters: words.flatMap(([label, text]) => (text ? [`${label}: ${text}`] : [])),
  };
}
