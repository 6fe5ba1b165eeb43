import { accessSync, constants, readdirSync } from 'node:fs';
import path from 'node:path';
import { installFromDebian, mayInstallFromDebian } from '../../scripts/install-from-debian.ts';

export interface Programs {
  etcd: string;
  patroni: string;
  haproxy: string;
  /** The folder of PostgreSQL's programs. */
  postgres: string;
}

const PACKAGES = ['etcd-server', 'patroni', 'python3-etcd', 'haproxy', 'postgresql-15'];

/** Printed instead of a stack: names what is missing on this machine. */
export class ProgramMissing extends Error {}

/** Debian's programs, installed where that may be done without asking. Throws `NotHere`, a sentence, where it can't. */
export function findPrograms(): Programs {
  if (missing().length > 0 && mayInstallFromDebian()) installFromDebian(PACKAGES, 'the cluster');
  const left = missing();
  if (left.length > 0)
    throw new ProgramMissing(
      `The cluster needs ${left.join(', ')}, which this machine does not have: on Debian 12 install ${PACKAGES.join(' ')}.`,
    );
  return {
    etcd: find('etcd') as string,
    patroni: find('patroni') as string,
    haproxy: find('haproxy') as string,
    postgres: findPostgres() as string,
  };
}

function missing(): string[] {
  const names = ['etcd', 'patroni', 'haproxy'].filter((name) => find(name) === null);
  return findPostgres() === null ? [...names, 'PostgreSQL 15 or newer'] : names;
}

function find(name: string): string | null {
  const folders = ['/usr/bin', '/usr/sbin', '/usr/local/bin'];
  return folders.map((folder) => path.join(folder, name)).find(isProgram) ?? null;
}

/** Patroni clones with pg_basebackup and winds back with pg_rewind, which the embedded PostgreSQL lacks. */
function findPostgres(): string | null {
  const versions = readNames('/usr/lib/postgresql')
    .map(Number)
    .filter((version) => version >= 15)
    .sort((a, b) => b - a);
  const folders = versions.map((version) => `/usr/lib/postgresql/${version}/bin`);
  const needed = ['postgres', 'initdb', 'pg_basebackup', 'pg_rewind'];
  return folders.find((folder) => needed.every((name) => isProgram(path.join(folder, name)))) ?? null;
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
