import type { Context } from '../../../context.ts';
import { readRoads } from '../../../gateways/routing/roads.ts';
import { generateStations } from './generate-stations.ts';
import { lockList, writeStations } from './stations.ts';

/** A demonstration that has no stations yet gets made-up ones; a list that staff have loaded stays. */
export async function prepareStations(ctx: Context): Promise<void> {
  await ctx.db.inSystem(async (tx) => {
    if ((await lockList(tx)) === 0) await writeStations(tx, generateStations(readRoads()));
  });
}
