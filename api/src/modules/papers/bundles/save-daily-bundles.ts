import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../../../context.ts';
import { addDays } from '../../../lib/days.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { saveBundle } from './save-bundle.ts';
import { stampFile } from './stamp-file.ts';

/** A program that was down for longer has its bundles written by command. */
const CAUGHT_UP_DAYS = 7;

/**
 * Writes the bundles of all clients of the last days into the folder of the setting: yesterday's, and those that are missing
 * there. A second run finds the files. Each gets a time stamp beside it where an authority is configured; an authority that is
 * silent is asked again the next night. Does nothing without a folder or a key.
 */
export async function saveDailyBundles(ctx: Context): Promise<void> {
  const { folder, key: secret } = ctx.config.bundles;
  if (folder === null || secret === null) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const today = moscowDay(ctx.clock.now());
  for (let back = CAUGHT_UP_DAYS; back > 0; back -= 1) {
    const day = addDays(today, -back);
    const file = path.join(folder, `bundle-${day}.zip`);
    if (!(await exists(file)))
      await saveBundle(ctx, { scope: null, days: { from: day, to: day }, secret }, file);
    await stampFile(ctx, file);
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
