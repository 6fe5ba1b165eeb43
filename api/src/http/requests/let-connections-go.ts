import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const POLL_INTERVAL_MS = 50;

/**
 * Closes each connection of a stopping server after the requests it has are answered. Node would leave idle connections
 * open, also those that browsers open in advance, and the process would live on for a minute.
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
