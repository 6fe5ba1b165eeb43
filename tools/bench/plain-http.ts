import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openConnections, posted, runLoad, type Load } from './measures/load.ts';

/** Measures one transaction a request behind plain HTTP: the baseline for a movement's slowest answers. */
export async function measurePlainHttp(
  databaseUrl: string,
  { transfers, connections }: { transfers: number; connections: number },
): Promise<Load> {
  const script = fileURLToPath(new URL('./plain-http-server.ts', import.meta.url));
  const server = spawn(process.execPath, [script], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const { workers, close } = await openConnections([await waitForPort(server)], connections);
    const calls = Array.from({ length: transfers }, (_, index) =>
      posted(
        '/transfer',
        { 'content-type': 'application/json' },
        JSON.stringify({ from: 1 + (index % 200), to: 201 + (index % 200), sum: 100 }),
      ),
    );
    // Warms up: Node compiles what is called often, and that is not measured.
    await runLoad(calls.slice(0, transfers / 4), workers);
    const load = await runLoad(calls, workers);
    close();
    return load;
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
  }
}

function waitForPort(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    server.stdout?.once('data', (text: Buffer) => resolve(Number(text)));
    server.once('exit', (code) => reject(new Error(`the plain server ended with ${code}`)));
  });
}
