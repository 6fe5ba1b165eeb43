import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, rename, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../../context.ts';
import { TimeStampsUnavailable } from '../../../gateways/time-stamps/time-stamps.ts';

/**
 * Stores a time stamp of a file beside it, as `….zip.tsr`, once. Does nothing where no authority is configured. A failure is
 * logged: the bundle is right without it.
 */
export async function stampFile(ctx: Context, file: string): Promise<void> {
  const stamp = `${file}.tsr`;
  if (ctx.timeStamps === null || (await exists(stamp))) return;
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  try {
    await writeFile(`${stamp}.part`, await ctx.timeStamps.stamp(hash.digest()), { mode: 0o600 });
    await rename(`${stamp}.part`, stamp);
  } catch (error) {
    if (!(error instanceof TimeStampsUnavailable)) throw error;
    ctx.log.warn({ err: error, file }, 'a bundle was not stamped');
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
