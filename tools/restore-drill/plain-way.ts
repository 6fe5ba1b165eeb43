import fs from 'node:fs';
import path from 'node:path';
import { giveToAccount } from '../../api/src/db/postgres-account.ts';
import { targetTime, type BackupWay } from './backup-way.ts';
import { makeFolder, withClient, type Programs } from './cluster.ts';

/**
 * Contents that a copy of a running cluster leaves out (PostgreSQL's manual, "Making a Base Backup Using the Low Level
 * API").
 */
const RECREATED_FOLDERS = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_subtrans',
];
const SKIPPED_FILES = /^(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*)$/;

/**
 * Works without a backup program: the log is archived by `cp`, and the files are copied between `pg_backup_start` and
 * `pg_backup_stop`. For the drill alone; it never deletes, packs, encrypts or checks anything.
 */
export function plainWay(programs: Programs, folder: string): BackupWay {
  const archive = makeFolder(programs, path.join(folder, 'archive'));
  const backup = path.join(folder, 'backup');
  const archived = `${archive}/%f`;
  return {
    name: `files and log segments (${programs.version})`,
    settings: {
      archive_mode: 'on',
      archive_command: `test ! -f '${archived}' && cp '%p' '${archived}.part' && mv '${archived}.part' '${archived}'`,
    },
    prepare: async () => {},
    async backUp({ url, dataDir }) {
      // Start and stop must come over one connection.
      await withClient(url, async (client) => {
        await client.query("select pg_backup_start('restore drill', true)");
        copyTree(programs, dataDir, backup);
        const { rows } = await client.query<{ labelfile: string }>(
          'select labelfile from pg_backup_stop(true)',
        );
        writeAsAccount(programs, path.join(backup, 'backup_label'), rows[0]?.labelfile ?? '');
      });
    },
    async restore({ dataDir }, moment) {
      copyTree(programs, backup, dataDir);
      writeAsAccount(programs, path.join(dataDir, 'recovery.signal'), '');
      const settings = [
        `restore_command = 'cp ''${archived}'' ''%p'''`,
        `recovery_target_time = '${targetTime(moment)}'`,
        "recovery_target_action = 'promote'",
      ];
      writeAsAccount(programs, path.join(dataDir, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
    },
  };
}

function writeAsAccount({ account }: Programs, file: string, text: string): void {
  fs.writeFileSync(file, text, { mode: 0o600 });
  giveToAccount(account, file);
}

/** A file that vanishes meanwhile was no part of the backup: the log records its outcome. */
function copyTree(programs: Programs, from: string, to: string): void {
  makeFolder(programs, to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    if (SKIPPED_FILES.test(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (RECREATED_FOLDERS.includes(entry.name)) makeFolder(programs, target);
    else if (entry.isDirectory()) copyTree(programs, source, target);
    else copyFile(programs, source, target);
  }
}

function copyFile({ account }: Programs, source: string, target: string): void {
  try {
    fs.copyFileSync(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return;
  }
  giveToAccount(account, target);
}
