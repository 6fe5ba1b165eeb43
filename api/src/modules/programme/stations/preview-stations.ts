import { isKnownBrand } from '#contract/stations.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { addedStations } from './added-stations.ts';
import { compareStations } from './compare-stations.ts';
import { readStationFile } from './read-station-file.ts';
import { type Station, listStations, readListVersion } from './stations.ts';

/** Number of stations of each kind that are shown by name. */
const EXAMPLES = 50;

/** Returns what a CSV would change in the list. A file with faulty lines changes nothing, and the answer lists them. */
export async function previewStations(ctx: Context, file: UploadedFile | null) {
  if (!file) throw fieldRefusal('file', 'Выберите файл со списком станций');
  const read = await readStationFile(file.bytes);
  // The version first: a list that is replaced meanwhile makes it out of date, never the other way round.
  const version = await readListVersion(ctx.db.system);
  const stations = read.ok ? read.stations : [];
  const { added, changed, removed, same } = read.ok
    ? compareStations(await listStations(ctx.db.system), stations)
    : { added: [], changed: [], removed: [], same: 0 };
  return {
    version,
    stations: stations.length,
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    same,
    problems: read.ok ? [] : read.problems,
    unknown_brands: countUnknownBrands(ctx, stations),
    examples: {
      added: added.slice(0, EXAMPLES),
      changed: changed.slice(0, EXAMPLES),
      removed: removed.slice(0, EXAMPLES),
    },
  };
}

/** A mistyped brand would make its stations those of other networks, without a word. */
function countUnknownBrands(ctx: Context, stations: readonly Station[]) {
  const added = addedStations(ctx);
  const unknown = stations.filter(({ brand }) => !isKnownBrand(brand, added));
  return [...Map.groupBy(unknown, ({ brand }) => brand)].map(([brand, found]) => ({
    brand,
    stations: found.length,
  }));
}
