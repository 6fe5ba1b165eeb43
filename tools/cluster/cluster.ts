import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseMachine } from './database-machine.ts';
import type { Role } from './fault-plan.ts';
import { findPrograms } from './find-programs.ts';
import { formatPortalProxy } from './haproxy-settings.ts';
import { makeNetwork, type Network } from './network.ts';
import { listMembers } from './patroni.ts';
import { databaseUrl, PortalMachine } from './portal-machine.ts';
import { SupervisedProgram } from './supervised-program.ts';
import { MACHINES, makeFolder, getPorts, PORTALS, ROOT, type Settings } from './settings.ts';

/** A cluster of three database machines, two portals, one file store and one entry point. */
export class Cluster {
  readonly settings: Settings;
  readonly network: Network;
  readonly machines: readonly DatabaseMachine[];
  readonly portals: readonly PortalMachine[];
  readonly doorUrl: string;
  readonly #door: SupervisedProgram;
  readonly #s3: SupervisedProgram;

  constructor(settings: Settings) {
    this.settings = settings;
    const programs = findPrograms();
    const { basePort } = settings;
    this.network = makeNetwork(MACHINES, basePort);
    const each = <One>(count: number, make: (index: number) => One): One[] =>
      Array.from({ length: count }, (_, index) => make(index));
    this.machines = each(MACHINES, (index) => new DatabaseMachine(index, settings, this.network, programs));
    this.portals = each(PORTALS, (index) => new PortalMachine(index, settings, this.network, programs));
    this.doorUrl = `http://127.0.0.1:${getPorts.door(basePort)}`;
    const logs = makeFolder(settings, 'logs');
    const config = path.join(settings.folder, 'door.haproxy');
    writeFileSync(config, formatPortalProxy(settings));
    this.#door = new SupervisedProgram({
      name: 'door',
      logs,
      command: () => [programs.haproxy, '-db', '-f', config],
      timeoutMs: 8000,
    });
    this.#s3 = new SupervisedProgram({
      name: 's3',
      logs,
      command: () => [process.execPath, path.join(ROOT, 'tools/cluster/s3-store.ts')],
      env: () => ({
        S3_PORT: String(getPorts.s3(basePort)),
        S3_FOLDER: makeFolder(settings, 'files'),
        S3_KEY_ID: 'cluster',
        S3_SECRET: settings.secrets.s3,
      }),
    });
  }

  /** Resolves when both portals are ready. */
  async start(log: (message: string) => void = () => {}): Promise<void> {
    this.#s3.start();
    for (const machine of this.machines) machine.start();
    for (const { proxy } of this.portals) proxy.start();
    log('PostgreSQL: waiting for a leader and two standbys');
    await waitUntil(() => this.isWhole(), 180_000, 'the database did not come up');
    await this.#makeDatabase();
    // The first one prepares the database.
    for (const portal of this.portals) {
      log(`${portal.name} is started`);
      portal.portal.start();
      await waitUntil(() => portal.isReady(), 300_000, `${portal.name} did not get ready`);
    }
    this.#door.start();
    await waitUntil(() => answers(`${this.doorUrl}/readyz`), 20_000, 'the door did not open');
  }

  async stop(): Promise<void> {
    await this.#door.stop();
    await Promise.all(this.portals.map((portal) => portal.stop()));
    // The standbys first, or one of them would be made the leader for a moment.
    const leader = await this.inRole('leader').catch(() => null);
    const order = [...this.machines].sort((a, b) => Number(a === leader) - Number(b === leader));
    for (const { patroni } of order) await patroni.stop();
    await Promise.all(this.machines.map((machine) => machine.stop()));
    await this.#s3.stop();
    this.network.remove();
  }

  get patroniUrls(): string[] {
    return this.machines.map(({ restUrl }) => restUrl);
  }

  /** Throws when no machine has this role at the moment. */
  async inRole(role: Role): Promise<DatabaseMachine> {
    const named = { leader: 'leader', synchronous: 'sync_standby', other: 'replica' }[role];
    const member = (await listMembers(this.patroniUrls)).find((item) => item.role === named);
    const machine = this.machines.find(({ name }) => name === member?.name);
    if (!machine) throw new Error(`no machine is the ${role} one`);
    return machine;
  }

  /** A leader, a synchronous standby and a third one, all at work. */
  async isWhole(): Promise<boolean> {
    const members = await listMembers(this.patroniUrls).catch(() => []);
    const roles = members
      .filter((member) => ['running', 'streaming'].includes(member.state))
      .map(({ role }) => role);
    if (roles.sort().join(' ') !== 'leader replica sync_standby') return false;
    // Two may be taken for leaders where one has not noticed yet.
    const primaries = await Promise.all(this.machines.map(({ restUrl }) => answers(`${restUrl}/primary`)));
    const replicas = await Promise.all(this.machines.map(({ restUrl }) => answers(`${restUrl}/replica`)));
    return count(primaries) === 1 && count(replicas) === MACHINES - 1;
  }

  async #makeDatabase(): Promise<void> {
    const { secrets } = this.settings;
    const url = new URL(databaseUrl(this.settings));
    Object.assign(url, { username: 'postgres', password: secrets.superuser, pathname: '/postgres' });
    await waitUntil(() => canBeAsked(url.href), 30_000, 'the leader cannot be reached by way of HAProxy');
    const client = new pg.Client(url.href);
    await client.connect();
    const found = await client.query("select from pg_roles where rolname = 'magistral'");
    if (found.rowCount === 0)
      await client.query(`create role magistral login createrole password '${secrets.portal}'`);
    const database = await client.query("select from pg_database where datname = 'magistral'");
    if (database.rowCount === 0) await client.query('create database magistral owner magistral');
    await client.end();
  }
}

function count(answered: readonly boolean[]): number {
  return answered.filter(Boolean).length;
}

function canBeAsked(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on('error', () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

export function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(3000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );
}

/** Asks until it holds; throws the words when that takes too long. */
export async function waitUntil(
  holds: () => Promise<boolean>,
  withinMs: number,
  message: string,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(message);
    await sleep(250);
  }
}
