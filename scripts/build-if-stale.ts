import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const stamp = path.join(root, 'web/dist/.build-stamp');

/**
 * Builds the web application when its sources have changed since the last build. Compares contents, not times, so
 * that a fresh clone, a copied folder and a changed branch all come out right. A current build needs no build tools,
 * so an installation without development packages starts too.
 */
export async function buildIfStale(): Promise<void> {
  const current = hashSources();
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === current) return;
  const { build } = await import('vite');
  await build({ configFile: path.join(root, 'web/vite.config.ts'), logLevel: 'warn' });
  fs.writeFileSync(stamp, current);
}

function hashSources(): string {
  const hash = createHash('sha256');
  const folders = ['web', 'contract/src', 'clients/typescript'];
  const inFolders = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  );
  const sources = inFolders.filter(
    (file) =>
      !/^web[\\/](dist|node_modules)[\\/]|^clients[\\/]typescript[\\/]lib[\\/]|\.test\.tsx?$/.test(file),
  );
  // The pre-rendered landing page contains the operator's name and phone.
  const operator = path.relative(root, process.env.OPERATOR_FILE || path.join(root, 'operator.json'));
  for (const file of [...sources.toSorted(), operator, 'package.json', 'package-lock.json']) {
    if (!fs.existsSync(path.join(root, file))) continue;
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

if (import.meta.main) await buildIfStale();
