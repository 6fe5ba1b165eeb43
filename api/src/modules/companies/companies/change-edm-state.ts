import { sql } from 'kysely';
import type { EDM_STATES } from '#contract/edm.ts';
import { firstRow, type Db } from '../../../db/database.ts';

type EdmState = (typeof EDM_STATES)[number];

/** False when the company's current state does not allow the new one. */
export async function changeEdmState(
  tx: Db,
  companyId: number,
  change: { from: readonly EdmState[]; to: EdmState },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update company set edm_state = ${change.to}
      where id = ${companyId} and edm_state = any(${change.from}::text[]) returning id`,
  );
  return row !== null;
}
