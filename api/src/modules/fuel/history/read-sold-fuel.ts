import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { findStationPlaces, type StationPlace } from '../../programme/stations/find-station-places.ts';
import type { OperationFilter } from './operation-filter-store.ts';
import type { SoldFuel } from './sold-fuel.ts';
import { listSoldFuel } from './sold-fuel-store.ts';

/** Null: our list doesn't have the station. */
export type PlacedFuel = SoldFuel & { place: StationPlace | null };

/** A few megabytes, and a short transaction each: who reads slowly holds no connection. */
const AT_ONCE = 2000;

/** What was sold to a company, oldest first, a part at a time. */
export async function* readSoldFuel(
  ctx: Context,
  scope: CompanyScope,
  filter: OperationFilter,
): AsyncGenerator<PlacedFuel[]> {
  const places = new Map<string, StationPlace | null>();
  let after: SoldFuel | null = null;
  do {
    const stretch = { after, limit: AT_ONCE };
    const part = await ctx.db.inCompany(scope, async (tx) => {
      const sold = await listSoldFuel(tx, scope, filter, stretch);
      const unknown = [...new Set(sold.map(({ address }) => address))].filter((one) => !places.has(one));
      const found = await findStationPlaces(tx, unknown);
      for (const address of unknown) places.set(address, found.get(address) ?? null);
      return sold;
    });
    yield part.map((sold) => ({ ...sold, place: places.get(sold.address) ?? null }));
    after = part.length < AT_ONCE ? null : (part.at(-1) ?? null);
  } while (after !== null);
}
