import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { endWithParent } from '../../../scripts/end-with-parent.ts';
import type { Db } from '../db/database.ts';

/** The real program, as `npm start` runs it, in a separate process. */
export interface Program {
  url: string;
  /** Returns the program's output so far. */
  output(): string;
  /** Kills it, like a power cut. */
  kill(): Promise<void>;
}

export async function startProgram(given: {
  databaseUrl: string;
  dataDir: string;
  /** Port, by default a free one. */
  port?: number;
  env?: Record<string, string>;
}): Promise<Program> {
  const port = given.port ?? (await freePort());
  const child = spawn(process.execPath, [fileURLToPath(new URL('../main.ts', import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: given.databaseUrl,
      DATA_DIR: given.dataDir,
      DEMO: '1',
      PORT: String(port),
      LOG_LEVEL: 'fatal',
      NETWORK_POLL_MS: '200',
      ...given.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithParent(child);
  const output = await waitForOutput(child, 'localhost');
  return {
    url: `http://127.0.0.1:${port}`,
    output,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Removes the demonstration, so that the program starts in a second. */
export async function withoutDemonstration(db: Db): Promise<void> {
  await sql`insert into demonstration (seeded_at, networks_told_at) values (now(), now())`.execute(db);
  await sql`insert into station (lat, lon, region, city, street, house, brand, name, own_type, qr_available)
    values (55, 37, '', '', '', '', '', '', '', false)`.execute(db);
}

export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  return port;
}

/** Returns what reads the program's output so far, which is read to the end, or a full pipe would stop the program. */
function waitForOutput(child: ChildProcess, expected: string): Promise<() => string> {
  let output = '';
  let complained = '';
  child.stderr?.on('data', (text) => (complained += String(text)));
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text) => {
      output += String(text);
      if (output.includes(expected)) resolve(() => output);
    });
    child.once('close', () => reject(new Error(`the program did not start: ${complained}`)));
  });
}
