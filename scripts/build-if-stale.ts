import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const stamp = path.join(root, 'web/dist/.build-stamp');

/**
 * Builds the web application when what it is made of has changed since the last build. By content, not by time:
 * a fresh clone, a copied folder and a changed branch all come out right.
 * An up-to-date build needs no build tools, so an installation without development packages starts as well.
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
  const folders = ['web', 'contract/src'];
  const inFolders = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  );
  const sources = inFolders.filter((file) => !/^web[\\/](dist|node_modules)[\\/]|\.test\.tsx?$/.test(file));
  // The pre-rendered landing carries the operator's own name and phone.
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
