import type { Logger } from 'pino';

/** Connections are opened again one by one: only after this without a further loss the outage counts as over. */
const STABLE_MS = 3000;

/** Logs an outage twice: when it begins and when it is over, however many connections are lost in it. */
export class Outage {
  readonly #log: Pick<Logger, 'error' | 'warn'> | null;
  #since: number | null = null;
  #calm: NodeJS.Timeout | null = null;

  constructor(log: Pick<Logger, 'error' | 'warn'> | null) {
    this.#log = log;
  }

  get isOn(): boolean {
    return this.#since !== null;
  }

  /** A connection is lost, or could not be opened. */
  lost(error: unknown): void {
    if (this.#calm) clearTimeout(this.#calm);
    this.#calm = null;
    if (this.#since !== null) return;
    this.#since = performance.now();
    this.#log?.error({ err: error }, 'the database does not answer');
  }

  /** A connection was opened. */
  answered(): void {
    if (this.#since === null || this.#calm) return;
    const startedAt = this.#since;
    this.#calm = setTimeout(() => {
      this.#since = null;
      this.#calm = null;
      const seconds = Math.round((performance.now() - startedAt - STABLE_MS) / 1000);
      this.#log?.warn({ seconds }, 'the database answers again');
    }, STABLE_MS);
    this.#calm.unref();
  }
}
