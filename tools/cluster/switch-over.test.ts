import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { switchOver } from './switch-over.ts';

/** Three fake Patroni at a switchover. In these tests none ever polls by itself, so each poll was requested. */
const POLL_INTERVAL_MS = 1000;
let servers: Server[];
let urls: string[];
let leader: 'old' | 'nobody' | 'next';
let isStopping: boolean;
let follows: boolean;
let refusal: string | null;
/** Members that were woken, and the leader at that time. */
let woken: string[];

beforeEach(async () => {
  [leader, isStopping, follows, refusal, woken] = ['old', false, false, null, []];
  servers = await Promise.all(['old', 'next', 'third'].map(startPatroni));
  urls = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

afterEach(async () => {
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
});

test('a switchover moves the lead to the synchronous standby when the key is free', async () => {
  expect(await switchOver([urls[2] as string])).toEqual({ from: 'old', to: 'next' });
  expect(woken).toContain('next while nobody leads');
});

test('the other standby starts when there is a leader, and not before', async () => {
  await switchOver(urls);
  expect(woken).not.toContain('third while nobody leads');
  expect(woken).toContain('third while next leads');
});

test('a refusal of Patroni is shown in its own text', async () => {
  refusal = 'candidate does not exist';
  await expect(switchOver(urls)).rejects.toThrow('candidate does not exist');
  expect(leader).toBe('old');
});

async function startPatroni(name: string): Promise<Server> {
  const server = createServer((request, reply) => {
    const call = `${request.method} ${request.url}`;
    void answer(name, call, request).then(({ status, body }) => {
      reply.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function answer(
  name: string,
  call: string,
  request: IncomingMessage,
): Promise<{ status: number; body: string }> {
  for await (const _ of request);
  if (call === 'POST /switchover') return endLeader();
  if (call === 'OPTIONS /leader') return { status: leader === name ? 200 : 503, body: '' };
  if (call === 'GET /config') return json({ ttl: 7 });
  if (call === 'GET /patroni') return json({ state: isStopping ? 'stopping' : 'running' });
  if (call === 'GET /cluster') return json({ members: listMembers() });
  if (call !== 'PATCH /config') return { status: 404, body: '' };
  woken.push(`${name} while ${leader} leads`);
  if (name === 'next' && leader === 'nobody') leader = 'next';
  if (name === 'third' && leader === 'next') follows = true;
  return json({ ttl: 7 });
}

/** Ends its PostgreSQL, sees a second later that it has ended, and gives the key up. */
async function endLeader(): Promise<{ status: number; body: string }> {
  if (refusal) return { status: 412, body: refusal };
  isStopping = true;
  setTimeout(() => (leader = 'nobody'), POLL_INTERVAL_MS);
  while (leader !== 'next' || !follows) await new Promise((resolve) => setTimeout(resolve, 10));
  return { status: 200, body: 'Successfully switched over' };
}

function listMembers(): { name: string; role: string; state: string; api_url: string }[] {
  const getRole = (name: string): string => {
    if (name === leader) return 'leader';
    if (leader === 'old') return name === 'next' ? 'sync_standby' : 'replica';
    return name === 'third' && follows ? 'sync_standby' : 'replica';
  };
  return ['old', 'next', 'third'].map((name, index) => ({
    name,
    role: getRole(name),
    state: 'running',
    api_url: `${urls[index]}/patroni`,
  }));
}

function json(body: object): { status: number; body: string } {
  return { status: 200, body: JSON.stringify(body) };
}
