import type { ChildProcess } from 'node:child_process';

export function endServer(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.stdin?.end();
  });
}
