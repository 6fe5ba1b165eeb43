import pg from 'pg';
import type { Logger } from 'pino';
import { waitWhileAway } from './wait-while-away.ts';
import { inspectServer } from './inspect-server.ts';
import { Outage } from './outage.ts';
import { TIMEOUTS, type Timeouts } from './timeouts.ts';
import { WatchedClient, type SharedState } from './watched-client.ts';

export interface ConnectionOptions {
  /** Name shown by the server. Each connection adds letters of its own. */
  name: string;
  /** Settings, as for PostgreSQL's command line. */
  options?: string;
  statement_timeout?: number;
  idle_in_transaction_session_timeout?: number;
}

/** Opens all connections of one part of the program to its database. Connections that fall silent are abandoned. */
export interface Connections {
  pool(options: ConnectionOptions & { max: number }): pg.Pool;
  client(options: ConnectionOptions): pg.Client;
  readonly outage: Outage;
}

/**
 * Makes the server close a connection whose other end has vanished within a minute; by default the server waits for
 * two hours, and the connection takes one of its few places.
 */
const KEEP_ALIVE = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';
const KEEP_ALIVE_MS = 5000;
/** Time after which a pool closes an unused connection. */
const IDLE_MS = 60_000;

export function connectionsTo(
  url: string,
  {
    timeouts = TIMEOUTS,
    log = null,
  }: { timeouts?: Timeouts | undefined; log?: Logger | null | undefined } = {},
): Connections {
  const outage = new Outage(log);
  const circle: SharedState = {
    timeouts,
    outage,
    server: inspectServer(url, timeouts.connect),
    open: new Set(),
  };

  class Client extends WatchedClient {
    constructor(config: pg.ClientConfig) {
      super(config, circle);
    }
  }

  const toClientConfig = ({ name, options = '', ...more }: ConnectionOptions): pg.ClientConfig => ({
    ...more,
    connectionString: url,
    application_name: name,
    options: `${options} ${KEEP_ALIVE}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });

  return {
    outage,
    client: (options) => new Client(toClientConfig(options)),
    pool({ max, ...options }) {
      const pool = new pg.Pool({
        ...toClientConfig(options),
        max,
        // Timeout for borrowing a connection. The connection itself has a shorter one.
        connectionTimeoutMillis: timeouts.turn,
        // A page asks for much at once and then for nothing: after ten seconds, each page would open its connections again.
        idleTimeoutMillis: IDLE_MS,
        Client: Client as unknown as new () => pg.ClientBase,
      });
      const connect = pool.connect.bind(pool);
      pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
        callback ? connect(callback) : waitWhileAway(() => connect(), timeouts)) as typeof pool.connect;
      pool.on('error', () => {});
      // Errors are listened to already; graphile-worker adds a listener of its own where it finds none.
      pool.on('connect', () => {});
      pool.on('acquire', (client) => markIdle(client, false));
      pool.on('release', (_error, client) => markIdle(client, true));
      return pool;
    },
  };
}

function markIdle(client: pg.PoolClient, isIdle: boolean): void {
  (client as unknown as WatchedClient).isIdle = isIdle;
}
