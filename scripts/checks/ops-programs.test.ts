import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UPLOAD_MAX_BYTES } from '#contract/limits.ts';
import { freePort } from '../../api/src/testing/program.ts';
import { findOpsTool } from '../ops-tools.ts';
import { pgbackrestVersion } from '../../tools/restore-drill/pgbackrest-way.ts';

/**
 * Tests the files of `ops/` with the programs that read them, where these are installed (scripts/install-ops-tools.ts).
 */
const OPS = path.join(import.meta.dirname, '../../ops');
const readText = (file: string): string => fs.readFileSync(path.join(OPS, file), 'utf8');
const NGINX = findOpsTool('nginx');
const CADDY = findOpsTool('caddy');
const PROMTOOL = findOpsTool('promtool');

let folder: string;
let portal: http.Server;
let portalPort: number;
/** Ends the answer of a stream. */
let endStream: () => void = () => {};

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'magistral-ops-'));
  portal = http.createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => portal.once('listening', resolve));
  portalPort = (portal.address() as AddressInfo).port;
});
afterAll(() => {
  portal.closeAllConnections();
  portal.close();
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Fakes the portal: reports the request it got, and has a stream that stays open. */
function answer(request: http.IncomingMessage, reply: http.ServerResponse): void {
  if (request.url === '/api/events') {
    reply.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: open\n\n');
    endStream = () => void reply.end();
    return;
  }
  let size = 0;
  request.on('data', (chunk: Buffer) => (size += chunk.length));
  request.on('end', () => {
    reply.writeHead(200, { 'content-type': 'application/json', 'strict-transport-security': 'max-age=1' });
    reply.end(JSON.stringify({ size, url: request.url, headers: request.headers }));
  });
}

interface ProgramRequest {
  size: number;
  headers: Record<string, string>;
}

async function waitUntilListening(port: number, program: ChildProcess): Promise<void> {
  let input = '';
  program.stderr?.on('data', (text) => (input += String(text)));
  while (program.exitCode === null) {
    const reply = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (reply) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the proxy has ended: ${input}`);
}

/** The same of every proxy. */
function testProxy(getUrl: () => string): void {
  test('passes on the address of its own caller, and not what he says of himself', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };
    const requested = (await (await fetch(`${getUrl()}/api/x`, { headers })).json()) as ProgramRequest;
    expect(requested.headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(requested.headers['x-forwarded-proto']).toBe('http');
  });

  test('keeps the places of those who run the portal to itself', async () => {
    for (const own of ['/healthz', '/readyz', '/metrics'])
      expect([own, (await fetch(`${getUrl()}${own}`)).status]).toEqual([own, 404]);
  });

  test('the proxy lets through the portal’s largest file, and no much larger one', async () => {
    const send = (bytes: number): Promise<Response> =>
      fetch(`${getUrl()}/api/act`, { method: 'POST', body: new Uint8Array(bytes) });
    const largest = UPLOAD_MAX_BYTES + 1024 * 1024;
    expect(((await (await send(largest)).json()) as ProgramRequest).size).toBe(largest);
    // A proxy that has refused may end the connection before it has read all.
    const refused = await send(2 * UPLOAD_MAX_BYTES).catch(() => null);
    expect(refused?.status ?? 413).not.toBe(200);
  });

  test('the proxy passes a stream’s first word on before its end, adding no headers', async () => {
    const reply = await fetch(`${getUrl()}/api/events`);
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
    const { value } = await reader.read();
    expect(Buffer.from(value ?? []).toString()).toBe('event: open\n\n');
    endStream();
    expect((await reader.read()).done).toBe(true);
    expect((await fetch(`${getUrl()}/`)).headers.get('strict-transport-security')).toBe('max-age=1');
  });
}

describe.skipIf(NGINX === null)('nginx (Debian: package nginx)', () => {
  let program: ChildProcess;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    program = spawn(NGINX as string, ['-p', folder, '-c', nginxFile(port), '-e', 'error.log'], {
      stdio: 'pipe',
    });
    await waitUntilListening(port, program);
  });
  afterAll(() => program.kill('SIGQUIT'));

  testProxy(() => url);
});

/** The file as it is in the repository, with the ports, the certificate and the places of this machine. */
function nginxFile(port: number): string {
  const server = readText('proxy/nginx.conf')
    .replace('127.0.0.1:3000', `127.0.0.1:${portalPort}`)
    .replace(/^ +listen (80|\[::\]:\d+).*\n/gm, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ +ssl_certificate.*\n/gm, '')
    .replace(/return 301[^;]*;/, 'listen unix:redirect.sock; return 301 /;')
    .replace('/var/log/nginx/magistral.log', 'access.log')
    // Both servers have this name: the machine asks by its address.
    .replaceAll('cards.example.ru', '127.0.0.1');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  );
  const whole = `daemon off; pid nginx.pid; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
events {} http { access_log off; ${temporary.join(' ')}\n${server} }`;
  const file = path.join(folder, 'nginx.conf');
  fs.writeFileSync(file, whole);
  return file;
}

describe.skipIf(CADDY === null)('Caddy (Debian: package caddy)', () => {
  let program: ChildProcess;
  let url: string;
  const env = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder });

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const file = path.join(folder, 'Caddyfile');
    const site = readText('proxy/Caddyfile')
      .replace('cards.example.ru', url)
      .replace('127.0.0.1:3000', `127.0.0.1:${portalPort}`);
    fs.writeFileSync(file, `{\n\tadmin off\n}\n${site}`);
    program = spawn(CADDY as string, ['run', '--config', file, '--adapter', 'caddyfile'], {
      stdio: 'pipe',
      env: env(),
    });
    await waitUntilListening(port, program);
  });
  afterAll(() => program.kill());

  testProxy(() => url);

  test('Caddy finds its file valid and well written', () => {
    const file = path.join(OPS, 'proxy/Caddyfile');
    execFileSync(CADDY as string, ['validate', '--config', file, '--adapter', 'caddyfile'], {
      stdio: 'pipe',
      env: env(),
    });
    expect(execFileSync(CADDY as string, ['fmt', file], { encoding: 'utf8' })).toBe(
      readText('proxy/Caddyfile'),
    );
  });
});

// Skipped where the package is unavailable: install-ops-tools.ts has reported it.
test.skipIf(PROMTOOL === null)('Prometheus accepts its rules and both of its configurations', () => {
  const check = (...args: string[]): string =>
    execFileSync(PROMTOOL as string, ['check', ...args], { encoding: 'utf8', stdio: 'pipe' });
  expect(check('rules', path.join(OPS, 'prometheus/alerts.yml'))).toMatch(/SUCCESS/);
  for (const file of ['container/prometheus.yml', 'prometheus/scrape.yml'])
    expect(check('config', '--syntax-only', path.join(OPS, file))).toMatch(/SUCCESS|valid/);
});

// A container has no systemd, whose package would bring services.
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.skipIf(!hasSystemd)('systemd finds no fault in the units', () => {
  const units = path.join(folder, 'units');
  fs.mkdirSync(units);
  for (const name of fs.readdirSync(path.join(OPS, 'systemd'))) {
    // The test ignores whether their programs are installed here.
    const text = readText(`systemd/${name}`).replace(/^ExecStart=\S+/gm, 'ExecStart=/bin/true');
    fs.writeFileSync(path.join(units, name), text);
  }
  // Replaces a template by each of its instances.
  const names = fs
    .readdirSync(units)
    .map((name) => name.replace('@.', name.includes('backup') ? '@full.' : '@audit.'));
  for (const name of names)
    if (!fs.existsSync(path.join(units, name)))
      fs.copyFileSync(path.join(units, name.replace(/@\w+/, '@')), path.join(units, name));
  const { status, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', ...names.map((name) => path.join(units, name))],
    {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, SYSTEMD_UNIT_PATH: `${units}:` },
    },
  );
  const about = stderr
    .split('\n')
    .filter((line) => line.includes('magistral') && !/postgresql\.service/.test(line));
  expect([about, status]).toEqual([[], expect.any(Number)]);
});

test('pgBackRest knows every option of its configuration, where it is installed', ({ skip }) => {
  if (!pgbackrestVersion()) skip('pgBackRest is not installed (Debian: package pgbackrest)');
  const config = path.join(OPS, 'backup/pgbackrest.conf');
  // Uses a folder instead of the object store, so that no outside service is called.
  const here = ['--repo1-type=posix', `--repo1-path=${folder}/repository`, '--log-level-console=warn'];
  const { stdout, stderr } = spawnSync(
    'pgbackrest',
    [`--config=${config}`, '--stanza=magistral', ...here, 'info'],
    {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, PGBACKREST_REPO1_CIPHER_PASS: 'unused' },
    },
  );
  expect([stderr, stdout]).toEqual(['', expect.stringContaining('stanza: magistral')]);
});
