import path from 'node:path';
import { freePort, startProgram, type Program } from '../../api/src/testing/program.ts';
import type { BackupWay } from './backup-way.ts';
import {
  createCluster,
  makeFolder,
  startCluster,
  withClient,
  type Cluster,
  type Programs,
} from './cluster.ts';
import { startActions, type ActionLog } from './run-actions.ts';
import { preparePeople } from './prepare-people.ts';
import { waitUntil } from './wait-until.ts';
import { verifyRestored, type Verdict } from './verify-restored.ts';

export interface DrillOptions {
  programs: Programs;
  /** Folder for what the drill writes. PostgreSQL's account can enter it. */
  folder: string;
  getWay(programs: Programs, folder: string, place: Place): BackupWay;
  /** Acknowledged actions before the backup, between it and the moment, and after the moment. */
  actions: number;
  log(line: string): void;
}
type Place = Pick<Cluster, 'dataDir' | 'socketDir' | 'port'>;

/**
 * Runs a programme of a year, backs it up at work, lets it go on, and loses it with its machine. Another machine restores it to
 * a recorded second, and every check of the operator must find it complete.
 */
export async function runDrill(options: DrillOptions): Promise<Verdict> {
  const { programs, folder, log } = options;
  const socketDir = makeFolder(programs, path.join(folder, 'sockets'));
  const place = { dataDir: path.join(folder, 'lost/cluster'), socketDir, port: await freePort() };
  const way = options.getWay(programs, makeFolder(programs, path.join(folder, 'kept')), place);
  const password = createCluster(programs, place.dataDir);
  const started: { stop(): Promise<void> }[] = [];
  try {
    const cluster = await startCluster(programs, place, { password, settings: way.settings });
    started.push(cluster);
    await way.prepare(cluster);
    const actionLog = await workUntilLoss(options, { cluster, way, started });

    const startedAt = performance.now();
    const saved = { dataDir: path.join(folder, 'saved/cluster'), socketDir, port: await freePort() };
    makeFolder(programs, path.dirname(saved.dataDir));
    await way.restore(saved, actionLog.moment);
    const restored = await startCluster(programs, saved, { password, settings: { archive_mode: 'off' } });
    started.push(restored);
    log(`Restored to ${actionLog.moment.toISOString()} in ${secondsSince(startedAt)} s.`);
    return await verifyRestored({
      url: restored.url,
      dataDir: getFilesFolder(folder),
      actionLog,
      log,
    });
  } finally {
    for (const item of started.reverse()) await item.stop().catch(() => {});
  }
}

/** Files lie apart from the database, as in an object store, and are not lost with it. */
const getFilesFolder = (folder: string): string => path.join(folder, 'data');

async function workUntilLoss(
  { folder, actions: count, log }: DrillOptions,
  { cluster, way, started }: { cluster: Cluster; way: BackupWay; started: { stop(): Promise<void> }[] },
): Promise<ActionLog> {
  const portal = await startProgram({ databaseUrl: cluster.url, dataDir: getFilesFolder(folder) });
  started.push({ stop: () => portal.kill() });
  const people = await preparePeople(cluster.url);
  const actions = startActions(portal.url, cluster.url, people);
  started.push({ stop: () => actions.end() });
  const phase = async (what: string, since: number): Promise<void> => {
    await actions.confirm();
    await waitUntil(what, () => {
      if (actions.refused.length > 0) throw new Error(actions.refused[0]);
      const seen = actions.since(since);
      return seen.length >= count && seen.some((action) => action.kind === 'statement');
    });
  };

  await phase('actions before the backup', 0);
  const startedAt = performance.now();
  await way.backUp(cluster);
  log(`${way.name}: a backup of the portal at work took ${secondsSince(startedAt)} s.`);
  await phase('actions after the backup', Date.now());
  const moment = new Date(Math.ceil(Date.now() / 1000) * 1000);
  await waitUntil('the moment to pass', () => Date.now() > moment.getTime());
  await phase('actions after the moment', moment.getTime());
  await archiveLog(cluster);
  // The log of these actions is lost with the machine.
  const archived = Date.now();
  await waitUntil('actions that are never archived', () => actions.since(archived).length > 0);
  await loseMachine(portal, cluster);
  await actions.end();
  const acknowledged = actions.since(0).length;
  log(`The machine is lost. Until then ${acknowledged} actions were acknowledged.`);
  return { done: actions.done, refused: actions.refused, moment };
}

/** In production `archive_timeout` does this: its value is the most that a lost machine takes along. */
async function archiveLog({ url }: Cluster): Promise<void> {
  await withClient(url, async (client) => {
    const switched = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
    const name = switched.rows[0]?.name ?? '';
    await waitUntil(`${name} in the archive`, async () => {
      const { rows } = await client.query<{ last: string | null }>(
        'select last_archived_wal as last from pg_stat_archiver',
      );
      return (rows[0]?.last ?? '') >= name;
    });
  });
}

async function loseMachine(portal: Program, cluster: Cluster): Promise<void> {
  await Promise.all([portal.kill(), cluster.lose()]);
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}
