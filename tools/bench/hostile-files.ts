import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { openApiDocument } from '#contract/openapi.ts';
import { hashSha256, newToken } from '../../api/src/lib/secrets.ts';
import { listOperations, type Operation, type Schema } from '../../api/src/testing/bad-requests.ts';
import { hostileTables } from '../../api/src/testing/hostile-files.ts';
import { startServer } from './start-server.ts';

/**
 * `node tools/bench/hostile-files.ts`: files and bodies that are made to hold a reader, sent to the portal at their full size, alone
 * and by twenty people at once. Prints the longest time without an answer of `/healthz`; exits with 1 where it is above
 * 250 ms, or something is answered with other than 200, 400 or 413. `--files` and `--bodies` send one of both.
 */
const MAX_GAP_MS = 250;
const CROWD_SIZE = 20;
/** The bytes of a JSON body that may be sent. */
const MAX_BODY = 1024 * 1024;

const [onlyFiles, onlyBodies] = ['--files', '--bodies'].map((flag) => process.argv.includes(flag));
// Making the files takes a minute, in which the portal would close open connections.
const files = onlyBodies
  ? []
  : hostileTables(1).map(({ name, bytes }) => ({ name, file: new Blob([new Uint8Array(bytes)]) }));
const server = await startServer({ processes: 1 });
/** Runs in a thread of its own, so that sending large files is not taken for the portal's silence. */
const PROBE = `
  const { parentPort, workerData } = require('node:worker_threads');
  let longest = 0;
  parentPort.on('message', (what) => {
    if (what === 'end') parentPort.postMessage(longest);
    longest = 0;
  });
  async function ask() {
    const began = performance.now();
    await fetch(workerData + '/healthz').then((reply) => reply.arrayBuffer());
    longest = Math.max(longest, performance.now() - began);
    setTimeout(ask, 2);
  }
  void ask();
`;

const base = `http://127.0.0.1:${server.port}`;
const probe = new Worker(PROBE, { eval: true, workerData: base });
const client = new pg.Client(server.databaseUrl);
let isFaulty = false;
try {
  await client.connect();
  const token = await signIn(client);
  console.log('| what | KB | answer | ms | longest gap, ms | memory, MB |\n|---|---|---|---|---|---|');
  if (!onlyBodies) await sendFiles(token);
  if (!onlyFiles) await sendBodies(token);
} finally {
  await probe.terminate();
  await client.end();
  await server.stop();
}
process.exitCode = isFaulty ? 1 : 0;

/** A session of an admin of the demonstration. */
async function signIn(database: pg.Client): Promise<string> {
  const token = newToken();
  await database.query('set role magistral_system');
  await database.query(
    `insert into session (user_id, access_hash, refresh_hash, enter_hash, created_at, expires_at, ends_at)
     select id, $1, $2, $2, now(), now() + interval '1 day', now() + interval '1 day'
     from app_user where role = 'admin' and company_id is not null order by id limit 1`,
    [hashSha256(token), hashSha256(newToken())],
  );
  await database.query('reset role');
  return token;
}

async function sendFiles(token: string): Promise<void> {
  for (const { name, file } of files) await measure(name, file.size, () => upload(token, file));
  const crowd = files.slice(-CROWD_SIZE).map(({ file }) => file);
  const size = crowd.reduce((sum, file) => sum + file.size, 0);
  await measure(`${CROWD_SIZE} of them at once`, size, () =>
    Promise.all(crowd.map((blob) => upload(token, blob))),
  );
}

async function upload(token: string, file: Blob): Promise<number> {
  const body = new FormData();
  body.set('file', file, 'file.csv');
  const reply = await fetch(`${base}/api/vehicles/import/preview`, {
    method: 'POST',
    headers: { 'x-auth-token': token },
    body,
  });
  await reply.arrayBuffer();
  return reply.status;
}

/** Every call that takes a body, each of its fields filled with as much as fits into one. */
async function sendBodies(token: string): Promise<void> {
  const document = openApiDocument({ name: 'Магистраль', version: 'bench' });
  for (const operation of listOperations(document)) {
    const schema = operation.bodies['application/json'];
    if (!schema || /stageFailure|moveClock/.test(operation.id)) continue;
    for (const [name, text] of listHostileBodies(schema))
      await measure(
        `${operation.id}: ${name}`,
        text.length,
        () => post(operation, token, text),
        MAX_GAP_MS / 5,
      );
  }
}

function listHostileBodies(schema: Schema): [name: string, text: string][] {
  const names = Object.keys(schema.properties ?? {});
  const each = Math.floor(MAX_BODY / (names.length + 1)) - 200;
  const fill = (value: (size: number) => string): string =>
    `{${names.map((name) => `${JSON.stringify(name)}:${value(each)}`).join(',')}}`;
  return [
    ['numbers', fill((size) => `[${'1,'.repeat(size / 2)}1]`)],
    ['empty objects', fill((size) => `[${'{},'.repeat(size / 3)}{}]`)],
    ['texts', fill((size) => `"${'а1 '.repeat(size / 4)}"`)],
    ['digits', fill((size) => `"${'7'.repeat(size)}"`)],
    ['names', fill((size) => `{${Array.from({ length: size / 9 }, (_, at) => `"${at}":1`).join(',')}}`)],
  ];
}

async function post(operation: Operation, token: string, body: string): Promise<number> {
  const path = operation.path.replace(/\{[^}]+\}/g, '1');
  const reply = await fetch(base + path, {
    method: operation.method,
    headers: { 'x-auth-token': token, 'content-type': 'application/json' },
    body,
  });
  await reply.arrayBuffer();
  return reply.status;
}

/** Prints what was slower than `above`. */
async function measure(
  name: string,
  size: number,
  send: () => Promise<number | number[]>,
  above = 0,
): Promise<void> {
  const began = performance.now();
  probe.postMessage('begin');
  const sent = await send();
  const took = performance.now() - began;
  probe.postMessage('end');
  const [longest] = (await once(probe, 'message')) as [number];
  const answers = [sent].flat();
  const wrong = answers.some((status) => status >= 500 && status !== 503);
  isFaulty ||= longest > MAX_GAP_MS || wrong;
  if (longest <= above && !wrong) return;
  const figures = [Math.ceil(size / 1024), [...new Set(answers)].join(' '), Math.round(took)];
  console.log(`| ${name} | ${figures.join(' | ')} | ${Math.round(longest)} | ${readMemory(server.pid)} |`);
}

function readMemory(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
