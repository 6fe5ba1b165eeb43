import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { memoizeLast } from '../../../lib/memoize-last.ts';
import { stationPicture } from './station-picture.ts';
import { listStations, readListVersion } from './station-store.ts';

/** The drawn country, made once for each version of the list. */
export function serveStationPicture(ctx: Context): () => Promise<{ bytes: Buffer; etag: string }> {
  const keep = memoizeLast<{ bytes: Buffer; etag: string }>();
  return async () =>
    keep(String(await readListVersion(ctx.db.system)), async () => {
      const bytes = Buffer.from(stationPicture(await listStations(ctx.db.system)));
      return { bytes, etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
    });
}
