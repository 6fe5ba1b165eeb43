import { spawn, type ChildProcess } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { toSpawnOptions, type Account } from './postgres-account.ts';
import type { ServerNews } from './supervise-server.ts';

/** Starts the server, on the asked port or on a free one, and waits until it takes connections. */
export async function launch(
  binaries: string,
  dataDir: string,
  account: Account,
  options: EmbeddedPostgresOptions,
  log: (line: string) => void,
): Promise<{ server: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await findFreePort());
    const settings = [
      '-D',
      dataDir,
      '-p',
      String(port),
      '-k',
      '',
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'lc_messages=C',
    ];
    const program = [path.join(binaries, 'bin/postgres'), ...settings, ...(options.flags ?? [])];
    const server = spawn('/bin/sh', ['-c', shell, 'magistral-database', ...program], {
      ...toSpawnOptions(account),
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    try {
      await waitUntilReady(server, log);
      return { server, port };
    } catch (error) {
      // Another program may have taken the port between choosing and using it.
      const taken = /could not bind|Address already in use/.test((error as Error).message);
      if (!taken || options.port !== undefined || attempt === 5) throw error;
    }
  }
}

/**
 * The shell reads from a pipe that this process keeps open. When the pipe closes, by `stop` or because this process
 * died, the shell requests a fast shutdown of the server, repeatedly, because a server that is just starting may miss
 * it. Detached, so that Ctrl-C in a terminal reaches the portal alone, which stops the database last.
 */
const shell = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
trap '' INT HUP TERM
{ while read -r line <&3; do :; done; while kill -INT $server 2>/dev/null; do sleep 0.2; done; } 2>/dev/null &
watcher=$!
exec 3<&-
wait $server
code=$?
kill -KILL $watcher
exit $code
`;

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

function waitUntilReady(server: ChildProcess, log: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let rest = '';
    const input: string[] = [];
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        log(`postgres: ${line}`);
        if (input.length < 100) input.push(line);
        if (line.includes('ready to accept connections')) resolve();
      }
    });
    // Writing to a shell that has ended fails; its end is reported elsewhere.
    server.stdin?.on('error', () => {});
    server.on('error', reject);
    server.on('exit', (code, signal) => {
      server.stdin?.destroy();
      log(`postgres ended (${code ?? signal})`);
      reject(new Error(`PostgreSQL did not start (${code ?? signal}):\n${input.join('\n')}`));
    });
  });
}

export type EmbeddedPostgresOptions = {
  /** The cluster's own folder. It and its parents are made at the first start. */
  dataDir: string;
  /** Port to use. Without it a free port is chosen at each start. */
  port?: number;
  /** Receives one line at a time: where the data is, and what the server itself writes. */
  log?: (line: string) => void;
  /** Further arguments of the server, such as `-c fsync=off`. */
  flags?: string[];
  /** Receives the server's news. If it is given, a server that ended by itself is started again, on the same port. */
  news?: ServerNews;
};
