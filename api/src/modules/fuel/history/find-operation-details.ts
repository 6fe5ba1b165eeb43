import { sql } from 'kysely';
import type { RuleKind } from '#contract/fleet/rule-values.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';

/** Facts that the screen of one operation shows and a list does not. */
export interface OperationDetails {
  /** Place of the station in our list; null where the station is unknown. */
  place: { lat: number; lon: number } | null;
  /** Watched rules that the purchase broke. */
  breaches: { kind: RuleKind; sentence: string }[];
}

/** Reads the details of an operation. `stationId` is the station of its address, if our list has one. */
export async function findOperationDetails(
  tx: Db,
  scope: CompanyScope,
  { id, stationId }: { id: number; stationId: number | null },
): Promise<OperationDetails> {
  const place =
    stationId === null
      ? null
      : await firstRow(
          tx,
          sql<{
            lat: number;
            lon: number;
          }>`select lat::float8, lon::float8 from station where id = ${stationId}`,
        );
  const breaches = await rows(
    tx,
    sql<{ kind: RuleKind; sentence: string }>`
      select kind, sentence from rule_breach
      where company_id = ${scope.companyId} and operation_id = ${id} order by kind`,
  );
  return { place, breaches };
}
