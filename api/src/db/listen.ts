import pg from 'pg';

/** A connection that only listens. */
export interface Listening {
  stop(): Promise<void>;
}

export interface Hearer {
  /** Called with what a transaction announced, after its commit. */
  hear(payload: string): void;
  /** The connection is lost, and whatever was announced since. Not called after `stop`. */
  lost(): void;
}

/**
 * Listens to what the transactions of any process announce on a channel. Throws when the database cannot be reached.
 */
export async function listen(url: string, channel: string, hearer: Hearer): Promise<Listening> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c role=magistral_system',
    application_name: `magistral listens to ${channel}`,
    keepAlive: true,
  });
  let over = false;
  function leave(): void {
    if (over) return;
    over = true;
    hearer.lost();
  }
  client.on('error', leave);
  client.on('end', leave);
  client.on('notification', ({ payload }) => {
    if (!over && payload) hearer.hear(payload);
  });
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  } catch (error) {
    over = true;
    await client.end().catch(() => {});
    throw error;
  }
  return {
    async stop() {
      over = true;
      await client.end();
    },
  };
}
