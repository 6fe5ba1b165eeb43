import { spawn } from 'node:child_process';
import path from 'node:path';
import { createServer } from 'vite';

/**
 * Starts the whole product for development: the API restarts when its sources or the contract change, and the
 * browser reloads. Ctrl-C stops both, the API with its orderly shutdown.
 */
const root = path.join(import.meta.dirname, '..');
const port = process.env.PORT ?? '3000';
process.env.API_ADDRESS = `http://127.0.0.1:${port}`;

// Vite takes the next port where its own is in use, and links lead to where the browser is.
const web = await createServer({ configFile: path.join(root, 'web/vite.config.ts') });
await web.listen();
const PUBLIC_URL = process.env.PUBLIC_URL ?? `http://localhost:${new URL(web.resolvedUrls!.local[0]!).port}`;

const api = spawn(
  process.execPath,
  [
    '--watch',
    '--watch-path=api/src',
    '--watch-path=contract/src',
    '--watch-preserve-output',
    '--import=./scripts/stop-watch-reports.ts',
    'api/src/main.ts',
  ],
  // A process group of its own: Ctrl-C reaches this script only, which then stops the API once.
  {
    cwd: root,
    env: { ...process.env, PORT: port, PUBLIC_URL },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  },
);
const apiEnded = new Promise<void>((resolve) => api.once('exit', () => resolve()));
web.printUrls();

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  api.kill('SIGTERM');
  await Promise.all([apiEnded, web.close()]);
  process.exit();
}

process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
process.on('SIGHUP', () => void stop());
// Without the API the page would only show errors.
void apiEnded.then(stop);
