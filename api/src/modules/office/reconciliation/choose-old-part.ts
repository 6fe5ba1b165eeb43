import type { Context } from '../../../context.ts';
import { listReaches, type PartTable, type Stretch } from './part-store.ts';

/** Within as many nights everything is read again; a stretch is a little longer, for the tables grow meanwhile. */
const NIGHTS = 7;

export interface OldPart {
  stretch: Stretch;
  /** How far each table is done when the report is kept. */
  reaches: Record<PartTable, number>;
}

/** What tonight reads again: the next stretch of every table, from the beginning when its end was reached. */
export async function chooseOldPart(ctx: Context): Promise<OldPart> {
  const stretch: [string, Stretch[PartTable]][] = [];
  const reaches: [string, number][] = [];
  for (const [part, { reach, last }] of Object.entries(await listReaches(ctx.db.system))) {
    const upto = reach + Math.ceil(last / (NIGHTS - 1));
    stretch.push([part, { after: reach, upto }]);
    reaches.push([part, upto >= last ? 0 : upto]);
  }
  return {
    stretch: Object.fromEntries(stretch) as Stretch,
    reaches: Object.fromEntries(reaches) as Record<PartTable, number>,
  };
}
