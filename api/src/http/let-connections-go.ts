import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOK_MS = 50;

/**
 * A server that stops answers what it was asked, and lets each connection go with that: Node would keep it for the next
 * question, and the process would live on for a minute. So it would for one that never asked anything, as a browser
 * opens them in advance.
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
    }, LOOK_MS);
    app.server.once('close', () => clearInterval(timer));
  });
}
