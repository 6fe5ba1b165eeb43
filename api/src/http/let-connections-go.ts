import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const POLL_INTERVAL_MS = 50;

/**
 * A stopping server answers the requests it has and closes each connection after that. Node would keep idle
 * connections open, also those that browsers open in advance, and the process would live on for a minute.
 */
export function letConnectionsGo(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    const timer = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, POLL_INTERVAL_MS);
    app.server.once('close', () => clearInterval(timer));
  });
}
