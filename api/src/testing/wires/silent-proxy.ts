import { once } from 'node:events';
import net from 'node:net';

export interface SilentProxy {
  /** The database's address, by way of the proxy. */
  url: string;
  /**
   * Every connection there is falls silent for ever: nothing passes either way and nothing is closed, as when the
   * machine at the other end has died. New connections work.
   */
  fallSilent(): void;
  /** Returns how many connections have fallen silent and have not been given up by the program. */
  silent(): number;
  /** Closes every connection and refuses new ones, as when a leader has stepped down and none has followed. */
  goAway(): void;
  comeBack(): void;
  /** Returns how many connections were refused. */
  refused(): number;
  stop(): Promise<void>;
}

/** Stands between the program and its database. */
export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const database = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  const sockets = new Set<net.Socket>();
  let isAway = false;
  let refused = 0;
  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    if (isAway) {
      refused += 1;
      near.on('error', () => {});
      return near.resetAndDestroy();
    }
    const far = net.connect({ host: database.hostname, port: Number(database.port), allowHalfOpen: true });
    const pair: Pair = { near, far, isSilent: false };
    pairs.add(pair);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    pass(pair, near, far);
    pass(pair, far, near);
    near.on('close', () => pairs.delete(pair));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as net.AddressInfo).port);
  return {
    url: url.href,
    fallSilent() {
      for (const pair of pairs) pair.isSilent = true;
    },
    silent: () => [...pairs].filter((pair) => pair.isSilent).length,
    goAway() {
      isAway = true;
      for (const socket of sockets) socket.destroy();
    },
    comeBack() {
      isAway = false;
    },
    refused: () => refused,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Pair {
  near: net.Socket;
  far: net.Socket;
  isSilent: boolean;
}

function pass(pair: Pair, from: net.Socket, to: net.Socket): void {
  from.setNoDelay(true);
  from.on('data', (chunk) => {
    if (!pair.isSilent) to.write(chunk);
  });
  from.on('end', () => {
    if (pair.isSilent && from === pair.near) from.end();
    if (!pair.isSilent) to.end();
  });
  from.on('error', () => {});
  from.on('close', () => {
    if (!pair.isSilent) to.destroy();
  });
}
