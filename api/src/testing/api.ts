import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { FieldErrors } from '#contract/envelope.ts';
import { readConfig, type Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import { buildContext } from '../compose/build-context.ts';
import type { NetworkCommand } from '../gateways/fuel-network/fuel-network.ts';
import type { CardBehaviour } from '../gateways/fuel-network/simulator/receive-command.ts';
import { startSimulatedNetworks } from '../gateways/fuel-network/simulator/start-simulated-networks.ts';
import { runJobs, type RunningJobs } from '../compose/run-jobs.ts';
import { manualClock, type ManualClock } from '../lib/clock.ts';
import { pollNetwork } from '../modules/fuel/feeds/poll-network.ts';
import { prepareProgramme } from '../compose/prepare-programme.ts';
import { buildServer } from '../server.ts';
import { createTestDatabase } from './database.ts';
import { secondOwner } from './second-owner.ts';

// Only tests read answers without the contract's types, as an outside client does.
// oxlint-disable-next-line typescript/no-explicit-any
type Untyped = any;

/** An answer as a client sees it. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  /** The envelope; an empty object for a file. */
  body: {
    code: number;
    data?: Untyped;
    meta?: Untyped;
    message?: string;
    error_messages?: FieldErrors;
    [more: string]: Untyped;
  };
  bytes: Buffer;
}

export interface ApiRequest {
  token?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as application/x-www-form-urlencoded, keys as they are: `item[0][cards_cnt]`. */
  form?: Record<string, string | number>;
  multipart?: FormData;
  /** Body that is sent as it is, without encoding. */
  raw?: { type: string; body: string | Uint8Array };
  key?: string;
  headers?: Record<string, string>;
}

export interface TestApi {
  ctx: Context;
  clock: ManualClock;
  app: FastifyInstance;
  url: string;
  databaseUrl: string;
  get(path: string, ask?: ApiRequest): Promise<ApiResponse>;
  post(path: string, ask?: ApiRequest): Promise<ApiResponse>;
  put(path: string, ask?: ApiRequest): Promise<ApiResponse>;
  delete(path: string, ask?: ApiRequest): Promise<ApiResponse>;
  /** The last code sent to a phone. */
  lastCode(phone: string): string;
  /** Reads the feeds of all networks. */
  pollNetworks(): Promise<void>;
  /** Another owner confirms what waits for a second person: the answer is that of the call itself. */
  confirm(waiting: ApiResponse): Promise<ApiResponse>;
  /** Decides how a network reacts to a command; by default normally. */
  setMood(mood: (command: NetworkCommand) => CardBehaviour | undefined): void;
  stop(): Promise<void>;
}

export interface TestApiOptions {
  /** Environment variables that override the test's defaults. */
  env?: Record<string, string>;
  /** Without the queue, operations stay in progress until a test carries them out. */
  jobs?: boolean;
  overrides?: Partial<Context>;
  databaseUrl?: string;
  /** Another owner confirms at once what needs two people, so that a test of the action itself reads its outcome. */
  secondPersonConfirms?: boolean;
  /** No network is configured and none is simulated, as at the first start of a real programme. */
  noNetworks?: boolean;
}

/** Ensures that no call is written whose audit record is lost when the process dies in between. */
function throwUntraced(what: string): never {
  throw new Error(`${what} outside a transaction and records nothing: use inSystem or inCompany`);
}

const TEST_START = '2026-09-15T09:00:00Z';

/** The whole product on its own database: real HTTP, real jobs, simulated networks, a clock that stands still. */
export async function startApi(options: TestApiOptions = {}): Promise<TestApi> {
  const database = options.databaseUrl ? null : await createTestDatabase();
  const databaseUrl = options.databaseUrl ?? (database?.url as string);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'magistral-api-'));
  const clock = (options.overrides?.clock as ManualClock | undefined) ?? manualClock(TEST_START);
  let mood: (command: NetworkCommand) => CardBehaviour | undefined = () => undefined;
  const simulated = await startSimulatedNetworks({
    databaseUrl,
    clock,
    apiKey: 'test',
    mood: (command: NetworkCommand) => mood(command),
    ...(options.overrides?.timeouts ? { timeouts: options.overrides.timeouts } : {}),
  });
  const ctx = buildContext(
    testConfig(dataDir, options.env),
    { databaseUrl, simulated: options.noNetworks ? null : simulated, sandboxes: simulated },
    {
      log: pino({ level: process.env.LOG_LEVEL ?? 'fatal' }),
      logUntraced: throwUntraced,
      ...options.overrides,
      clock,
    },
  );
  await prepareProgramme(ctx);
  const jobs: RunningJobs | null = options.jobs === false ? null : await runJobs(ctx);
  const app = await buildServer(ctx);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  async function ask(method: string, target: string, input: ApiRequest = {}): Promise<ApiResponse> {
    const reply = await fetch(url + target, { method, headers: getHeaders(input), body: toBody(input) });
    const bytes = Buffer.from(await reply.arrayBuffer());
    const isJson = reply.headers.get('content-type')?.includes('application/json');
    const answered: ApiResponse = {
      status: reply.status,
      headers: reply.headers,
      body: isJson ? JSON.parse(bytes.toString('utf8')) : { code: reply.status },
      bytes,
    };
    return options.secondPersonConfirms && reply.status === 202 ? confirmed(answered) : answered;
  }

  /** Returns the answer that the caller would have got if one person were enough for the action. */
  async function confirmed({ body }: ApiResponse): Promise<ApiResponse> {
    const path = `/staff/api/approvals/${body.data.approval.id}`;
    const token = await secondOwner(ctx);
    const answered = await ask('POST', `${path}/confirm`, { token });
    if (answered.status === 200) answered.body.data = answered.body.data.outcome;
    // A proposal that can't be carried out is declined, because it would block the next one.
    else await ask('POST', `${path}/decline`, { token, json: { reason: 'Не получилось' } });
    return answered;
  }

  const api: TestApi = {
    ctx,
    clock,
    app,
    url,
    databaseUrl,
    get: (target, input) => ask('GET', target, input),
    post: (target, input) => ask('POST', target, input),
    put: (target, input) => ask('PUT', target, input),
    delete: (target, input) => ask('DELETE', target, input),
    confirm: confirmed,
    lastCode(phone) {
      const code = ctx.outbox?.messages(phone).find((message) => message.code !== null)?.code;
      if (!code) throw new Error(`no code went to ${phone}`);
      return code;
    },
    async pollNetworks() {
      for (const partnerId of ctx.networkIds('sandbox')) await pollNetwork(ctx, partnerId);
    },
    setMood(next) {
      mood = next;
    },
    async stop() {
      await app.close();
      await jobs?.stop();
      await ctx.db.close();
      await simulated.stop();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
      release(api);
    },
  };
  return api;
}

/**
 * Empties a stopped portal. The variables of a test file live as long as its worker, which plays two hundred files: with
 * a whole server each, the garbage collector would have two gigabytes to mark.
 */
function release(api: Partial<TestApi>): void {
  for (const name of Object.keys(api) as (keyof TestApi)[]) delete api[name];
  api.stop = stopAgain;
}

async function stopAgain(): Promise<void> {}

function testConfig(dataDir: string, env: Record<string, string> = {}): Config {
  return readConfig({
    DATABASE_URL: 'unused: the harness hands its own over',
    DATA_DIR: dataDir,
    DEMO: '0',
    STAFF_PHONE: '79000000000',
    NETWORK_POLL_MS: '3600000',
    NETWORK_PATIENCE_MS: '20000',
    LOG_LEVEL: 'fatal',
    ...env,
  });
}

function getHeaders(input: ApiRequest): Record<string, string> {
  return {
    ...(input.token ? { 'x-auth-token': input.token } : {}),
    ...(input.key ? { 'idempotency-key': input.key } : {}),
    ...(input.json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(input.form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    ...(input.raw ? { 'content-type': input.raw.type } : {}),
    ...input.headers,
  };
}

function toBody(input: ApiRequest): string | FormData | Uint8Array<ArrayBuffer> | undefined {
  if (input.json !== undefined) return JSON.stringify(input.json);
  if (input.form)
    return new URLSearchParams(
      Object.entries(input.form).map(([name, value]) => [name, String(value)]),
    ).toString();
  if (input.multipart) return input.multipart;
  return typeof input.raw?.body === 'object' ? new Uint8Array(input.raw.body) : input.raw?.body;
}
