import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { rows } from '../../../db/database.ts';
import { memoizeLast } from '../../../lib/turns/memoize-last.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';
import { readListVersion } from './stations.ts';
import { writeSaleAddress } from './write-sale-address.ts';

/**
 * Returns the ids of our stations by the address of a sale; an address of several stations is not among them. It is read
 * once for each version of the list: pages of operations ask for it all the time.
 */
export async function readStationIds(ctx: Context): Promise<ReadonlyMap<string, number>> {
  const version = await readListVersion(ctx.db.system);
  return memoizedIds(ctx)(String(version), () => readIds(ctx));
}

const memoizedIds = memoizePerOwner<Context, ReturnType<typeof memoizeLast<ReadonlyMap<string, number>>>>(
  () => memoizeLast(),
);

async function readIds(ctx: Context): Promise<ReadonlyMap<string, number>> {
  const found = await rows(
    ctx.db.system,
    sql<{ id: number; address: string }>`
      select min(id) as id, ${writeSaleAddress()} as address from station group by 2 having count(*) = 1`,
  );
  return new Map(found.map(({ id, address }) => [address, id]));
}
