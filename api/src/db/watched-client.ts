import { randomBytes } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseIsStandby, DatabaseSilent } from './database-away.ts';
import type { ServerView } from './inspect-server.ts';
import type { Outage } from './outage.ts';
import type { Timeouts } from './timeouts.ts';

/** State that the connections of one part of the program share. */
export interface SharedState {
  timeouts: Timeouts;
  server: ServerView;
  outage: Outage;
  open: Set<WatchedClient>;
}

/** Private fields of pg. */
interface ClientInternals {
  /** False while an answer is due. */
  readyForQuery: boolean | null;
  connection: EventEmitter & { stream: Socket };
  connectionParameters: { application_name: string };
}

/** PostgreSQL's function that waits for a standby. It reports only when it stops waiting. */
const NOT_REPLICATED = 'SyncRepWaitForLSN';

/**
 * A connection that is abandoned when its answer is lost. A limit for the whole statement would either cut long
 * statements or be useless. So when nothing has come for a while, a new connection asks the server whether it is
 * working on this one. If it denies that twice with no data in between, the query or its answer is lost.
 */
export class WatchedClient extends pg.Client {
  /** Name by which the server knows the connection. Unlike its process number, it stays unique after a fail-over. */
  readonly name: string;
  /** True while a pool has it and it is not borrowed. */
  isIdle = false;
  readonly #circle: SharedState;
  #isLookedAfter = false;

  constructor(config: pg.ClientConfig, circle: SharedState) {
    super({ ...config, connectionTimeoutMillis: circle.timeouts.connect });
    this.#circle = circle;
    this.name = `${config.application_name} ${randomBytes(6).toString('hex')}`;
    // The address may name the application as well, and would win.
    this.#inside.connectionParameters.application_name = this.name;
    // Without a listener a lost connection would also end the process.
    this.on('error', (error) => circle.outage.lost(error));
    this.once('end', () => circle.open.delete(this));
    this.#inside.connection.on(
      'parameterStatus',
      (status: { parameterName: string; parameterValue: string }) => {
        if (status.parameterName === 'in_hot_standby' && status.parameterValue === 'on') this.#leaveStandby();
      },
    );
    this.on('notice', ({ routine }) => {
      if (routine === NOT_REPLICATED) this.#giveUpCommit();
    });
    this.once('connect', () => {
      circle.open.add(this);
      circle.outage.answered();
      // Node's timer of a socket costs next to nothing: it starts again with each byte, either way.
      this.#stream.setTimeout(circle.timeouts.quiet);
      this.#stream.on('timeout', () => void this.#lookAfter());
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
    const { outage } = this.#circle;
    if (callback)
      return super.connect((error: Error | null) => {
        if (error) outage.lost(error);
        callback(error as Error);
      });
    return super.connect().catch((error: unknown) => {
      outage.lost(error);
      throw error;
    });
  }

  /** A proxy has not noticed yet that another machine leads. Its successor is asked by a new connection. */
  #leaveStandby(): void {
    this.#stream.destroy(new DatabaseIsStandby('the database is a standby'));
  }

  /**
   * The server has stopped waiting for its standby and is about to report a commit that no other machine has: should
   * another one lead already, the commit is lost. So its outcome is unknown.
   */
  #giveUpCommit(): void {
    const error = new DatabaseSilent('a commit was not confirmed by a standby');
    this.#inside.connection.emit('errorMessage', error);
    this.#stream.destroy(error);
  }

  get #inside(): ClientInternals {
    return this as unknown as ClientInternals;
  }

  get #stream(): Socket {
    return this.#inside.connection.stream;
  }

  async #lookAfter(): Promise<void> {
    if (this.#isLookedAfter) return;
    this.#isLookedAfter = true;
    const { timeouts, server } = this.#circle;
    const stream = this.#stream;
    const bytesBefore = stream.bytesRead;
    const hasMissedAnswer = (): boolean =>
      !this.#inside.readyForQuery && stream.bytesRead === bytesBefore && !stream.destroyed;
    for (let idle = 0; hasMissedAnswer();) {
      idle = (await server.isAtWork(this.name)) ? 0 : idle + 1;
      // This process may have been too busy to read what had come.
      await nextTurn();
      if (idle === 2 && hasMissedAnswer()) return this.#giveUpAll();
      await sleep(idle > 0 ? timeouts.quiet / 3 : timeouts.quiet, null, { ref: false });
    }
    this.#isLookedAfter = false;
  }

  /** Silent on one connection is, as a rule, silent on all: those that wait in a pool are not tried one by one. */
  #giveUpAll(): void {
    const { open, server } = this.#circle;
    const lost = [
      this,
      ...[...open].filter((watchedClient) => watchedClient !== this && watchedClient.isIdle),
    ];
    for (const watchedClient of lost) watchedClient.#giveUp();
    // The lost connections may still have locks at the server.
    server.end(lost.map(({ name }) => name));
  }

  /** Closes the connection without notifying the server. Callers that wait for an answer get an error. */
  #giveUp(): void {
    this.#circle.open.delete(this);
    const error = new DatabaseSilent('the database has fallen silent on this connection');
    // On this event the pool removes the client before anyone can borrow it.
    if (this.isIdle) this.emit('error', error);
    this.#stream.destroy(error);
  }
}
