import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface SupervisedProgramOptions {
  /** Its log is `<logs>/<name>.log`. */
  name: string;
  logs: string;
  /** Read at each start, so that a new version may take the place of an old one. */
  command(): readonly string[];
  env?(): Record<string, string>;
  /** Timeout for an end of its own accord. */
  timeoutMs?: number;
}

const PAUSE_MS = 500;

/** A program that is started again whenever it ends by itself, as a service manager does. */
export class SupervisedProgram {
  readonly name: string;
  readonly #options: SupervisedProgramOptions;
  #child: ChildProcess | null = null;
  #isWanted = false;
  #keeping: Promise<void> = Promise.resolve();
  #stopped = new AbortController();

  constructor(options: SupervisedProgramOptions) {
    this.#options = options;
    this.name = options.name;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  start(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#stopped = new AbortController();
    this.#keeping = this.#keep(this.#stopped.signal);
  }

  /** Kills the program once; its supervisor starts it again. Resolves when the program has ended. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child?.pid || hasEnded(child)) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends it for good, or until `start`. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#isWanted = false;
    this.#stopped.abort();
    const child = this.#child;
    if (child && !hasEnded(child)) {
      const timer = setTimeout(() => child.kill('SIGKILL'), this.#options.timeoutMs ?? 20_000);
      await this.kill(signal);
      clearTimeout(timer);
    }
    await this.#keeping;
  }

  async #keep(stopped: AbortSignal): Promise<void> {
    while (this.#isWanted && !stopped.aborted) {
      const child = this.#spawn();
      this.#child = child;
      await new Promise((resolve) => {
        child.once('exit', resolve);
        child.once('error', resolve);
      });
      await sleep(PAUSE_MS, null, { signal: stopped }).catch(() => {});
    }
  }

  #spawn(): ChildProcess {
    const { command, env, logs, name } = this.#options;
    const log = openSync(`${logs}/${name}.log`, 'a');
    const [program = '', ...args] = command();
    // A session of its own: Ctrl+C at the terminal reaches this program alone, which stops the others in their order.
    const stdio: StdioOptions = ['ignore', log, log];
    const child = spawn(program, args, {
      stdio,
      detached: true,
      cwd: '/',
      env: { PATH, LC_ALL: 'C.UTF-8', ...env?.() },
    });
    closeSync(log);
    return child;
  }
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
