import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from '../../../context.ts';
import { memoizeLast } from '../../../lib/turns/memoize-last.ts';
import { presentStation } from './present.ts';
import { listStations, readListVersion } from './stations.ts';

/** An answer as sent. */
export interface StationMap {
  body: Buffer;
  /** Null means not compressed. */
  encoding: 'br' | 'gzip' | null;
  etag: string;
}

interface RenderedMap {
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

const compressBr = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Serves all stations in the envelope, serialised and compressed once for each version of the list, whatever changed
 * it. A request asks the database for the version only. Half a megabyte is sent as fifty kilobytes, then as a 304.
 */
export function serveStationMap(ctx: Context): (acceptEncoding: string) => Promise<StationMap> {
  const memoize = memoizeLast<RenderedMap>();
  return async (acceptEncoding) => {
    const version = await readListVersion(ctx.db.system);
    const map = await memoize(String(version), () => write(ctx));
    const encoding = chooseEncoding(acceptEncoding);
    return { body: map[encoding ?? 'plain'], encoding, etag: map.etag };
  };
}

async function write(ctx: Context): Promise<RenderedMap> {
  const stations = await listStations(ctx.db.system);
  const plain = Buffer.from(JSON.stringify({ code: 200, data: stations.map(presentStation) }));
  const [br, gzipped] = await Promise.all([
    compressBr(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    compressGzip(plain, { level: 9 }),
  ]);
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  // The tag is weak, because one list has the same tag in every compression.
  return { etag: `W/"${digest}"`, plain, br, gzip: gzipped };
}

/** Brotli where the browser takes it, else gzip; `q=0` refuses. */
function chooseEncoding(acceptEncoding: string): StationMap['encoding'] {
  const taken = new Set(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .map((part) => part.trim())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  );
  if (taken.has('br')) return 'br';
  return taken.has('gzip') || taken.has('*') ? 'gzip' : null;
}
