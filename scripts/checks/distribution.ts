import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { citusStatements } from '../../api/src/db/distribution/citus-statements.ts';
import { planDistribution, type Distribution } from '../../api/src/db/distribution/plan-distribution.ts';
import { readCatalog } from '../../api/src/db/distribution/read-catalog.ts';
import { startEmbeddedPostgres } from '../../api/src/db/embedded-postgres.ts';
import { migrate } from '../../api/src/db/migrate.ts';
import { findCrossings, findStatementFaults, REASONS, shortened } from './crossing-statements.ts';
import { findLocks, findLockFaults } from './named-locks.ts';
import { readStatements } from './read-statements.ts';

/**
 * `npm run distribution`: lists what distributing the database by company would change, and why each change preserves
 * its meaning (docs/scale.md). Fails on unexplained changes. With `--sql` it prints the statements for Citus instead.
 */
const root = path.join(import.meta.dirname, '../..');
const plan = await planOfFreshSchema();
if (process.argv.includes('--sql')) print([...citusStatements(plan), ''].join(';\n'));
else report(plan);

async function planOfFreshSchema(): Promise<Distribution> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'magistral-distribution-'));
  // Root runs the database under another account, which must be able to enter the folder.
  fs.chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres') });
  try {
    await migrate(postgres.url);
    const client = new pg.Client(postgres.url);
    await client.connect();
    const catalog = await readCatalog(client);
    await client.end();
    return planDistribution(catalog);
  } finally {
    await postgres.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function report({ tables, keys, references, triggers, faults }: Distribution): void {
  const statements = readStatements(root);
  const crossings = findCrossings(statements);
  const names = (place: string) => tables.filter((table) => table.place === place).map(({ name }) => name);
  list('Tables that lie with their company', names('company'));
  list('Tables that every machine has', names('reference'));
  list('Tables in one piece', names('local'));
  list(
    'Unique keys that get the company in front',
    keys.map(({ table, columns, why }) => `${table} (${columns.join(', ')}): ${why}`),
  );
  list(
    'Foreign keys that get the company in front, or are left out',
    references.map(
      ({ table, columns, target, change, why }) =>
        `${change} ${table} (${columns.join(', ')}) → ${target}: ${why}`,
    ),
  );
  list(
    'Triggers on rows of companies',
    triggers.map(({ table, name, why }) => `${table}.${name}: ${why}`),
  );
  list(
    'Locks by name',
    findLocks(statements).map(({ name, file, why }) => `${name} (${file}): ${why}`),
  );
  for (const [reason, why] of Object.entries(REASONS))
    list(
      `Statements without the company, ${reason}. ${why}`,
      crossings.filter((crossing) => crossing.reason === reason).map(formatLine),
    );
  const all = [...faults, ...findStatementFaults(statements), ...findLockFaults(statements)];
  list('Not explained', all);
  if (all.length > 0) process.exitCode = 1;
}

function formatLine({ file, text, locksRows }: { file: string; text: string; locksRows: boolean }): string {
  return `${locksRows ? '[locks rows] ' : ''}${file}: ${shortened(text)}`;
}

function list(title: string, lines: readonly string[]): void {
  print(`\n${title} (${lines.length})\n${lines.map((line) => `  ${line}\n`).join('')}`);
}

function print(text: string): void {
  process.stdout.write(text);
}
