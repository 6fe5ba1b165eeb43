import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { getFilePath } from '../../api/src/gateways/file-storage/file-store.ts';
import { formatRubles } from '../../api/src/lib/money-format.ts';
import { startProgram } from '../../api/src/testing/program.ts';
import { withClient } from './cluster.ts';
import type { UserAction, ActionLog } from './run-actions.ts';
import { waitUntil } from './wait-until.ts';

export interface Verdict {
  /** Sentences. Empty means that everything before the moment is there, and nothing else. */
  problems: string[];
  preserved: Sum;
  /** Acknowledged after the moment, and gone. */
  lost: Sum;
}
interface Sum {
  count: number;
  sumKopecks: number;
}

interface RestoredDatabase {
  url: string;
  dataDir: string;
  actionLog: ActionLog;
  log(line: string): void;
}

/** Asks the restored database, and every check that an operator has; the portal itself comes last. */
export async function verifyRestored(restored: RestoredDatabase): Promise<Verdict> {
  const { url, actionLog, log } = restored;
  const there = await readActions(url);
  const verdict = compareActions(actionLog, there.keys);
  verdict.problems.push(...actionLog.refused, ...transferProblems(actionLog.done, there));
  log(
    `Before the moment: ${formatSum(verdict.preserved)}, all there${verdict.problems.length ? ' but as told below' : ''}.`,
  );
  log(`Lost: ${formatSum(verdict.lost)}, acknowledged after it (${formatKinds(actionLog, there.keys)}).`);
  verdict.problems.push(...newerFileProblems(restored, there.keys));
  for (const check of ['verify-audit', 'verify-evidence', 'verify-files'])
    verdict.problems.push(...(await ask(check, restored)));
  const portal = await startProgram({ databaseUrl: url, dataDir: restored.dataDir });
  try {
    await waitUntil('the portal to be ready', async () => (await fetch(`${portal.url}/readyz`)).ok);
    await waitUntil('movements to end', async () => (await countWaiting(url)) === 0);
    verdict.problems.push(...(await ask('reconcile', restored)));
  } finally {
    await portal.kill();
  }
  for (const problem of verdict.problems) log(problem);
  return verdict;
}

interface RestoredState {
  keys: ReadonlySet<string>;
  transfers: Sum;
}

/** One transaction writes an action's key, its money and its operation: if one exists, all three do. */
async function readActions(url: string): Promise<RestoredState> {
  return withClient(url, async (client) => {
    const keys = await client.query<{ key: string }>(
      `select key from idempotent_request where key like 'drill-%' and outcome is not null
       union all select 'document-' || id from month_document where received_at is not null`,
    );
    const sums = await client.query<Sum>(
      `select count(*)::int as count, coalesce(sum(sum_kopecks), 0)::float8 as "sumKopecks" from operation
       join company on company.id = operation.company_id where inn like '980070%' and type_id = 1`,
    );
    const [transfers = { count: 0, sumKopecks: 0 }] = sums.rows;
    return { keys: new Set(keys.rows.map((row) => row.key)), transfers };
  });
}

/**
 * Checks that actions acknowledged before the moment exist, and that actions started after it do not. An action under
 * way at the moment may do either.
 */
export function compareActions({ done, moment }: ActionLog, there: ReadonlySet<string>): Verdict {
  const at = moment.getTime();
  const acknowledged = done.filter((action) => action.acknowledgedAt !== null);
  const missing = acknowledged.filter(
    (action) => (action.acknowledgedAt ?? 0) < at && !there.has(action.key),
  );
  const early = done.filter((action) => action.startedAt > at && there.has(action.key));
  return {
    problems: [
      ...missing.map(
        (action) => `${action.kind} ${action.key} was acknowledged before the moment and is gone`,
      ),
      ...early.map((action) => `${action.kind} ${action.key} began after the moment and is there`),
    ],
    preserved: sumActions(acknowledged.filter((action) => there.has(action.key))),
    lost: sumActions(acknowledged.filter((action) => !there.has(action.key))),
  };
}

/** Checks that the operations themselves agree with the keys. */
function transferProblems(done: readonly UserAction[], { keys, transfers }: RestoredState): string[] {
  const actionLog = sumActions(done.filter((action) => action.kind === 'transfer' && keys.has(action.key)));
  if (actionLog.count === transfers.count && actionLog.sumKopecks === transfers.sumKopecks) return [];
  return [`the keys tell of ${formatSum(actionLog)} to cards, the operations of ${formatSum(transfers)}`];
}

/** Files are stored apart from the database: those of lost actions are still there, and no row names them any more. */
function newerFileProblems(
  { dataDir, actionLog, log }: RestoredDatabase,
  there: ReadonlySet<string>,
): string[] {
  const lost = actionLog.done.filter((action) => action.acknowledgedAt !== null && !there.has(action.key));
  const names = lost.flatMap(({ sha256 }) => sha256 ?? []);
  log(`Files newer than the moment: ${names.length}, of lost actions; verify-files lists them as unnamed.`);
  return names
    .filter((name) => !fs.existsSync(path.join(dataDir, 'files', getFilePath(name))))
    .map((name) => `file ${name} of a lost deed is gone as well`);
}

function sumActions(actions: readonly UserAction[]): Sum {
  return { count: actions.length, sumKopecks: actions.reduce((sum, action) => sum + action.sumKopecks, 0) };
}

function formatSum({ count, sumKopecks }: Sum): string {
  return `${count} actions of ${formatRubles(sumKopecks)}`;
}

function formatKinds({ done }: ActionLog, there: ReadonlySet<string>): string {
  const lost = done.filter((action) => action.acknowledgedAt !== null && !there.has(action.key));
  const counts = Map.groupBy(lost, (action) => action.kind);
  return [...counts].map(([kind, actions]) => `${kind}s ${actions.length}`).join(', ');
}

async function countWaiting(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from operation join company on company.id = operation.company_id
       where inn like '980070%' and status_id = 2`,
    );
    return rows[0]?.count ?? 0;
  });
}

/** `npm run <check>`, as an operator runs it after a restore. */
async function ask(check: string, { url, dataDir, log }: RestoredDatabase): Promise<string[]> {
  const script = path.join(import.meta.dirname, `../../scripts/${check}.ts`);
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'fatal' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let input = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (input += String(text)));
  const [code] = (await once(child, 'close')) as [number | null];
  log(`${check}: ${input.trim().split('\n').join('; ')}`);
  return code === 0 ? [] : [`${check} ended with ${code}`];
}
