import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chooseAccount } from '../../api/src/db/postgres-account.ts';
import { placeBinaries } from '../../api/src/db/postgres-binaries.ts';
import type { Programs } from './cluster.ts';
import { plainWay } from './plain-way.ts';
import { pgbackrestVersion, pgbackrestWay } from './pgbackrest-way.ts';
import { runDrill } from './run-drill.ts';
import type { Verdict } from './verify-restored.ts';

/**
 * Loses a programme at work and restores it to a second: `npm run restore-drill`. With pgBackRest and a PostgreSQL of the
 * system where both are installed, otherwise with the embedded one and a plain copy; `--way=plain` or `--way=pgbackrest` asks
 * for one. `--actions=200`: number of actions before the backup, after it, and after the recorded moment. Exits with 1 when
 * anything of before is missing, or any check finds a fault. Needs no network and leaves nothing behind.
 */
if (import.meta.main) {
  try {
    const { problems } = await drill({
      way: argument('way'),
      actions: Number(argument('actions') ?? 200),
      log: (line) => console.log(line),
    });
    console.log(
      problems.length === 0 ? 'The drill has passed.' : `The drill has failed: ${problems.length} problems.`,
    );
    process.exitCode = problems.length === 0 ? 0 : 1;
  } catch (error) {
    console.error((error as Error).stack);
    process.exitCode = 2;
  }
}

function argument(name: string): string | undefined {
  return process.argv.find((value) => value.startsWith(`--${name}=`))?.slice(name.length + 3);
}

export async function drill(args: {
  way?: string | undefined;
  actions: number;
  log(line: string): void;
}): Promise<Verdict> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'magistral-drill-'));
  // Root runs PostgreSQL under another account, which must be able to enter the folder.
  fs.chmodSync(folder, 0o755);
  const removeFolder = (): void => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', removeFolder);
  const account = chooseAccount(path.join(folder, 'cluster'));
  const system = systemPostgres();
  const way = args.way ?? (system && pgbackrestVersion() ? 'pgbackrest' : 'plain');
  try {
    if (way === 'plain')
      return await runDrill({
        ...args,
        folder,
        programs: programsIn(placeBinaries(account), account),
        getWay: plainWay,
      });
    if (way !== 'pgbackrest') throw new Error(`--way=${way} is neither plain nor pgbackrest`);
    if (!system || !pgbackrestVersion())
      throw new Error(
        'pgBackRest needs its own package and a PostgreSQL of the system (Debian: pgbackrest, postgresql)',
      );
    return await runDrill({ ...args, folder, programs: programsIn(system, account), getWay: pgbackrestWay });
  } finally {
    process.off('exit', removeFolder);
    removeFolder();
  }
}

/** The newest one that Debian's packages have installed. */
function systemPostgres(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = fs.existsSync(root)
    ? fs
        .readdirSync(root)
        .map(Number)
        .toSorted((a, b) => b - a)
    : [];
  const found = versions.find((version) => fs.existsSync(`${root}/${version}/bin/initdb`));
  return found === undefined ? null : `${root}/${found}`;
}

function programsIn(folder: string, account: Programs['account']): Programs {
  const { stdout } = spawnSync(path.join(folder, 'bin/postgres'), ['--version'], { encoding: 'utf8' });
  return {
    folder,
    account,
    version: /PostgreSQL\)? ([\d.]+)/.exec(stdout)?.[0].replace(')', '') ?? 'PostgreSQL',
  };
}
