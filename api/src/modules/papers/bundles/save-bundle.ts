import { open, rename, rm } from 'node:fs/promises';
import type { Context } from '../../../context.ts';
import { writeBundle, type BundleInput } from './write-bundle.ts';

/** Writes a bundle into a file, which is there only when it is whole. Refuses as `writeBundle`. */
export async function saveBundle(ctx: Context, input: BundleInput, file: string): Promise<void> {
  const part = `${file}.part`;
  // Books and phones are in it, so no other user of the machine reads it.
  const handle = await open(part, 'w', 0o600);
  try {
    await writeBundle(ctx, input, (bytes) => handle.writeFile(bytes));
    await handle.sync();
    await handle.close();
    await rename(part, file);
  } catch (error) {
    await handle.close();
    await rm(part, { force: true });
    throw error;
  }
}
