import { chownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Network } from './network.ts';
import type { Programs } from './find-programs.ts';
import { patroniSettings } from './patroni-settings.ts';
import { SupervisedProgram } from './supervised-program.ts';
import { MACHINES, makeFolder, getPorts, type Settings } from './settings.ts';

/** One of the three: etcd, Patroni, and the PostgreSQL that Patroni starts. */
export class DatabaseMachine {
  readonly index: number;
  readonly name: string;
  readonly etcd: SupervisedProgram;
  readonly patroni: SupervisedProgram;
  /** Address of Patroni's own HTTP. */
  readonly restUrl: string;
  readonly #data: string;

  constructor(index: number, settings: Settings, network: Network, programs: Programs) {
    this.index = index;
    this.name = `db${index + 1}`;
    const ports = getPorts.machine(settings.basePort, index);
    const address = network.addresses[index] as string;
    this.restUrl = `http://${address}:${ports.patroni}`;
    this.#data = path.join(makeFolder(settings, this.name, true), 'postgres');
    const config = path.join(settings.folder, `${this.name}.yml`);
    // JSON is YAML, too.
    const text = JSON.stringify(
      patroniSettings(this.name, index, this.#data, settings, network, programs),
      null,
      2,
    );
    writeFileSync(config, text, { mode: 0o600 });
    giveFileToAccount(config, settings);
    const run = (command: readonly string[]) => () => network.on(index, runAsAccount(settings, command));
    const logs = makeFolder(settings, 'logs');
    this.etcd = new SupervisedProgram({
      name: `${this.name}-etcd`,
      logs,
      command: run([programs.etcd, ...etcdFlags(index, settings, network)]),
    });
    this.patroni = new SupervisedProgram({
      name: `${this.name}-patroni`,
      logs,
      command: run([programs.patroni, config]),
      env: () => ({ HOME: settings.folder, PYTHONUNBUFFERED: '1' }),
    });
  }

  /** Pid of PostgreSQL's first process; null when none runs. */
  postmaster(): number | null {
    try {
      const pid = Number(readFileSync(path.join(this.#data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(this.#data) ? pid : null;
    } catch {
      return null;
    }
  }

  /** PostgreSQL's processes: the first one and its children. */
  postgres(): number[] {
    const first = this.postmaster();
    return first === null ? [] : [first, ...listChildren(first)];
  }

  /** Pids of all that runs on it, supervisors first, so that they restart nothing meanwhile. */
  processes(): number[] {
    const supervised = [this.patroni.pid, this.etcd.pid].filter((pid) => pid !== null);
    return [...supervised, ...this.postgres()];
  }

  start(): void {
    this.etcd.start();
    this.patroni.start();
  }

  /** Simulates a power cut: no process is notified, and nothing comes back by itself. */
  async cutPower(): Promise<void> {
    const postgres = this.postgres();
    const stopped = [this.patroni.stop('SIGKILL'), this.etcd.stop('SIGKILL')];
    sendAll(postgres, 'SIGKILL');
    sendAll(listLiveChildren(postgres), 'SIGKILL');
    await Promise.all(stopped);
  }

  async stop(): Promise<void> {
    await this.patroni.stop('SIGTERM');
    sendAll(this.postgres().slice(0, 1), 'SIGQUIT');
    await this.etcd.stop();
  }
}

/** Each by its own pid; who has ended meanwhile is not missed. */
export function sendAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}

function listLiveChildren(pids: readonly number[]): number[] {
  return pids.flatMap(listChildren);
}

function listChildren(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => readParent(pid) === parent).map(Number);
}

function readParent(pid: string): number | null {
  try {
    // The text is `1234 (name) S 1 …`.
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

/** PostgreSQL refuses to run as root. The process stays the same one, so that its pid is known. */
function runAsAccount({ account }: Settings, command: readonly string[]): readonly string[] {
  if (account.uid === undefined) return command;
  return ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', '--', ...command];
}

function giveFileToAccount(file: string, { account }: Settings): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(file, account.uid, account.gid);
}

function etcdFlags(index: number, settings: Settings, network: Network): string[] {
  const url = (machine: number, kind: 'etcd' | 'peers'): string =>
    `http://${network.addresses[machine]}:${getPorts.machine(settings.basePort, machine)[kind]}`;
  const members = Array.from(
    { length: MACHINES },
    (_, machine) => `db${machine + 1}=${url(machine, 'peers')}`,
  );
  return [
    `--name=db${index + 1}`,
    `--data-dir=${path.join(settings.folder, `db${index + 1}`, 'etcd')}`,
    `--listen-client-urls=${url(index, 'etcd')}`,
    `--advertise-client-urls=${url(index, 'etcd')}`,
    `--listen-peer-urls=${url(index, 'peers')}`,
    `--initial-advertise-peer-urls=${url(index, 'peers')}`,
    `--initial-cluster=${members.join(',')}`,
    `--initial-cluster-token=magistral-${settings.basePort}`,
    '--initial-cluster-state=new',
    // Patroni uses version 2 (patroni-settings.ts).
    '--enable-v2=true',
    '--log-level=warn',
    // Keys are few and small; old revisions of them are of no use.
    '--auto-compaction-mode=periodic',
    '--auto-compaction-retention=1h',
  ];
}
