import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  canEnter,
  chooseAccount,
  makeOpenFolder,
  systemFolder,
  type Account,
} from '../../api/src/db/postgres-account.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const MACHINES = 3;
export const PORTALS = 2;

/** Folder, ports, account and secrets of one cluster. */
export interface Settings {
  /** The machine's only folder; its contents survive a restart. */
  folder: string;
  basePort: number;
  /** User as which PostgreSQL runs. */
  account: Account;
  secrets: Secrets;
}

export interface Secrets {
  superuser: string;
  replication: string;
  portal: string;
  s3: string;
}

export function readSettings(args: Record<string, string | undefined>): Settings {
  const basePort = Number(args.port ?? 15_000);
  if (!Number.isInteger(basePort) || basePort < 1024 || basePort > 65_400)
    throw new Error('--port is the first of a hundred free ports, for example 15000');
  const requested = path.resolve(args.dir ?? path.join(ROOT, '.data/cluster'));
  const account = chooseAccount(requested);
  const folder = placeFor(requested, account);
  makeOpenFolder(folder);
  return { folder, basePort, account, secrets: readSecrets(path.join(folder, 'secrets.json')) };
}

/** PostgreSQL's account must be able to enter it. */
function placeFor(args: string, account: Account): string {
  const above = existsSync(args) ? args : nearest(args);
  return canEnter(above, account) ? args : path.join(systemFolder, path.basename(args));
}

function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(path.dirname(folder));
}

function readSecrets(file: string): Secrets {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  const makeSecret = (): string => randomBytes(18).toString('base64url');
  const secrets = {
    superuser: makeSecret(),
    replication: makeSecret(),
    portal: makeSecret(),
    s3: makeSecret(),
  };
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}

/** A folder of the cluster, which PostgreSQL's account may own. */
export function makeFolder(settings: Settings, name: string, isTheirs = false): string {
  const folder = path.join(settings.folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const { uid, gid } = settings.account;
  if (isTheirs && uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

/** A machine of the database has ten ports, each portal ten. Then come the entry point and the file store. */
export const getPorts = {
  machine: (basePort: number, machine: number) => {
    const first = basePort + 10 * (machine + 1);
    return { etcd: first, peers: first + 1, postgres: first + 2, patroni: first + 3 };
  },
  portal: (basePort: number, portal: number) => {
    const first = basePort + 10 * (MACHINES + 1 + portal);
    return { http: first, database: first + 1 };
  },
  door: (basePort: number) => basePort,
  s3: (basePort: number) => basePort + 1,
};

/** `--name=value` → { name: value }. */
export function readArgs(): Record<string, string | undefined> {
  return Object.fromEntries(
    process.argv.slice(2).map((arg) => {
      const [, name = arg, value = ''] = /^--([a-z-]+)=?(.*)$/.exec(arg) ?? [];
      return [name, value];
    }),
  );
}
