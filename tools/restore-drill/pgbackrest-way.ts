import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { giveToAccount } from '../../api/src/db/postgres-account.ts';
import { targetTime, type BackupWay } from './backup-way.ts';
import { makeFolder, runAs, type Place, type Programs } from './cluster.ts';

const STANZA = 'magistral';

/** `pgBackRest 2.45`; null where it is not installed. */
export function pgbackrestVersion(): string | null {
  const { error, stdout } = spawnSync('pgbackrest', ['version'], { encoding: 'utf8' });
  return error ? null : stdout.trim();
}

/**
 * pgBackRest, with the settings of ops/backup/pgbackrest.conf as far as one machine can have them: a folder in place of the
 * object store, a key of its own.
 */
export function pgbackrestWay(programs: Programs, folder: string, from: Place): BackupWay {
  for (const name of ['repository', 'spool', 'lock', 'log']) makeFolder(programs, path.join(folder, name));
  const config = path.join(folder, 'pgbackrest.conf');
  fs.writeFileSync(config, formatConfig(folder, from), { mode: 0o600 });
  giveToAccount(programs.account, config);
  const common = [`--config=${config}`, `--stanza=${STANZA}`];
  const pgbackrest = (...args: string[]): string =>
    runAs(programs, '/usr/bin/pgbackrest', [...common, ...args]);
  return {
    name: `${pgbackrestVersion()} (${programs.version})`,
    settings: {
      archive_mode: 'on',
      archive_command: `/usr/bin/pgbackrest ${common.join(' ')} archive-push "%p"`,
    },
    async prepare() {
      pgbackrest('stanza-create');
      pgbackrest('check');
    },
    async backUp() {
      pgbackrest('--type=full', 'backup');
    },
    async restore({ dataDir }, moment) {
      makeFolder(programs, dataDir);
      const target = ['--type=time', `--target=${targetTime(moment)}`, '--target-action=promote'];
      pgbackrest(`--pg1-path=${dataDir}`, ...target, 'restore');
    },
  };
}

function formatConfig(folder: string, { dataDir, socketDir, port }: Place): string {
  return `[global]
repo1-path=${folder}/repository
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=${randomBytes(48).toString('base64')}
repo1-retention-full=1
repo1-bundle=y
start-fast=y
compress-type=zst
compress-level=1
process-max=2
archive-timeout=60
spool-path=${folder}/spool
lock-path=${folder}/lock
log-path=${folder}/log
log-level-console=warn
log-level-file=off

[${STANZA}]
pg1-path=${dataDir}
pg1-port=${port}
pg1-socket-path=${socketDir}
pg1-user=magistral
pg1-database=postgres
`;
}
