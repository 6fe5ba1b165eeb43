import { execFileSync, type SpawnOptions } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The account the server runs as; without `uid` when this process is not root and has no choice. */
export type Account = { name: string; uid?: number; gid?: number };

/**
 * PostgreSQL refuses to run as root, so root picks an account for it: the owner of existing data, or one with few
 * rights.
 */
export function chooseAccount(dataDir: string): Account {
  if (process.getuid?.() !== 0) return { name: 'this account' };
  const owner = fs.statSync(path.join(dataDir, 'PG_VERSION'), { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    try {
      return { name, uid: readId('-u', name), gid: readId('-g', name) };
    } catch {
      // No such account here; the next one may exist.
    }
  }
  throw new Error(
    'PostgreSQL does not run as root and there is no account "postgres" or "nobody" to run it as: start the portal as an ordinary user, or set DATABASE_URL.',
  );
}

function readId(flag: string, name: string): number {
  return Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
}

/**
 * Folder where root puts files that an unprivileged account must reach when the project itself is in a closed folder.
 */
export const systemFolder = '/var/lib/magistral';

/** Creates a folder that every account may read and enter. */
export function makeOpenFolder(folder: string): void {
  fs.mkdirSync(folder, { recursive: true });
  // The umask may have removed these rights.
  fs.chmodSync(folder, 0o755);
}

/** Returns whether the account can enter every folder down to this one, or reach and run this program. */
export function canEnter(folder: string, account: Account): boolean {
  if (account.uid === undefined) return true;
  const { uid, gid, mode } = fs.statSync(folder);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if (!(mode & bit)) return false;
  return folder === path.dirname(folder) || canEnter(path.dirname(folder), account);
}

export function giveToAccount(account: Account, entry: string): void {
  if (account.uid !== undefined && account.gid !== undefined) fs.chownSync(entry, account.uid, account.gid);
}

/** The server gets none of our variables: they may hold keys, and PG… ones would change its behaviour. */
export function toSpawnOptions(account: Account): SpawnOptions {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_MESSAGES: 'C', TZ: 'UTC' };
  return { cwd: '/', env, uid: account.uid, gid: account.gid };
}
