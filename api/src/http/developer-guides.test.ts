import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GUIDES } from '#contract/developer-guides.ts';
import { EVENT_TYPES } from '#contract/companies/events.ts';
import { planDeliveries } from '../modules/companies/webhooks/plan-deliveries.ts';
import { sendDeliveries } from '../modules/companies/webhooks/send-deliveries.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenMoney,
  type GivenCard,
  type GivenCompany,
} from '../testing/givens/factories.ts';
import { givenKey } from '../testing/givens/given-key.ts';
import { givenSales } from '../testing/givens/given-sales.ts';
import { freePort } from '../testing/program.ts';
import { waitForAnnouncedEvents } from '../testing/wait-for-announced-events.ts';
import { publicAddress } from './pages/public-address.ts';

const FOLDER = path.join(import.meta.dirname, '../../../contract/guides');

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;
let env: Record<string, string>;
let place: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'magistral-guides-'));
  api = await startApi({ jobs: false });
  company = await givenCompany(api, { unallocatedKopecks: 10_000_00 });
  card = await givenCard(api, company.id, { balanceKopecks: 5_000_00 });
  await givenSales(api, card, [
    { sum: 2_450_50, at: '2026-09-14T10:00:00Z', litres: 40, goods: 'ДТ', id: 'guide-1' },
  ]);
  const { key } = await givenKey(api, company);
  env = {
    PATH: process.env.PATH ?? '',
    MAGISTRAL_URL: api.url,
    MAGISTRAL_KEY: key,
    CARD_ID: String(card.id),
    FROM: '2026-09-01',
    TO: '2026-09-15',
  };
});

afterAll(async () => {
  const gone = children.map((child) => once(child, 'exit'));
  for (const child of children) child.kill();
  await Promise.all(gone);
  rmSync(place, { recursive: true, force: true });
  await api.stop();
});

/** Runs an example as its reader would, and returns what it prints. */
async function run(file: string, more: Record<string, string> = {}): Promise<string> {
  const [program, args] = file.endsWith('.sh') ? ['sh', ['-eu']] : [process.execPath, []];
  const input = { cwd: place, env: { ...env, ...more } };
  return (await promisify(execFile)(program, [...args, path.join(FOLDER, file)], input)).stdout;
}

const json = async (file: string, more?: Record<string, string>) => JSON.parse(await run(file, more));

describe('the developers’ page', () => {
  test('the developers’ page shows every example in both languages, and no other', () => {
    const shown = GUIDES.flatMap(({ examples = [] }) =>
      examples.flatMap(({ name }) => [`${name}.sh`, `${name}.ts`]),
    );
    expect(readdirSync(FOLDER).toSorted()).toEqual(shown.toSorted());
  });
});

test('the developers’ page names every type of event', () => {
  const { table = [] } = GUIDES.find(({ id }) => id === 'events') ?? {};
  expect(table.map(([type]) => type)).toEqual(EVENT_TYPES);
});

describe('/llms.txt', () => {
  test('/llms.txt names every guide and key call, with the portal’s own address', async () => {
    const text = (await api.get('/llms.txt')).bytes.toString('utf8');
    for (const { id, title } of GUIDES)
      expect(text).toContain(`- [${title}](${publicAddress(api.ctx.config)}/developers#${id})`);
    expect(text).toContain('`POST /api/v1/cards/{id}/transfer` (money:write)');
    expect(text.match(/\/api\/v1\//g)?.length).toBeGreaterThan(8);
  });

  test('/llms-full.txt has each example as it is run here', async () => {
    const text = (await api.get('/llms-full.txt')).bytes.toString('utf8');
    for (const file of readdirSync(FOLDER))
      expect(text).toContain(readFileSync(path.join(FOLDER, file), 'utf8'));
  });
});

describe('the examples of the developers’ page do what they say', () => {
  test('the first call lists the cards with what is on them', async () => {
    expect((await json('first-call.sh')).data).toMatchObject([{ id: card.id, card_sum: 2549.5 }]);
    expect(await run('first-call.ts')).toContain('2549.5');
  });

  test('operations come as a table and page by page', async () => {
    await run('read-operations.sh');
    expect(readFileSync(path.join(place, 'operations.csv'), 'utf8')).toContain('2450,50');
    expect(await run('read-operations.ts')).toContain('2450.5');
  });

  test('a transfer that is sent twice moves the money once', async () => {
    const working = await startApi();
    const payer = await givenCompany(working, { unallocatedKopecks: 10_000_00 });
    const { key, headers } = await givenKey(working, payer);
    const at = {
      MAGISTRAL_URL: working.url,
      MAGISTRAL_KEY: key,
      CARD_ID: String((await givenCard(working, payer.id)).id),
    };
    const [first, again] = [
      await json('transfer.sh', { ...at, REQUEST_KEY: 'a' }),
      await json('transfer.sh', { ...at, REQUEST_KEY: 'a' }),
    ];
    expect(again).toEqual(first);
    for (let nth = 0; nth < 2; nth += 1)
      expect(await run('transfer.ts', { ...at, REQUEST_KEY: 'b' })).toMatch(
        /^переведено 1500\.5 операция \d+\n$/,
      );
    const { body } = await working.get('/api/v1/balances', { headers });
    expect(body.data.notDistSum).toBe(10_000 - 2 * 1500.5);
    await working.stop();
  });

  test.each(['sh', 'ts'])('the feed is followed from where it stopped: %s', async (language) => {
    rmSync(path.join(place, 'cursor'), { force: true });
    await waitForAnnouncedEvents(api);
    expect(await run(`follow-events.${language}`)).toContain('operation.created');
    expect(await run(`follow-events.${language}`)).toBe('');
    await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 1_00);
    await waitForAnnouncedEvents(api);
    expect((await run(`follow-events.${language}`)).trim().split('\n')).toEqual([
      expect.stringContaining('balance.changed'),
    ]);
  });

  test('the feed’s cursor stays when the portal refuses or fails, in the shell too', async () => {
    await waitForAnnouncedEvents(api);
    await run('follow-events.sh');
    const savedCursor = readFileSync(path.join(place, 'cursor'), 'utf8');
    for (const code of [429, 500, 503]) {
      api.ctx.stagedFailures?.stage({ call: 'listEvents', code, times: 1, message: 'Позже' });
      await expect(run('follow-events.sh')).rejects.toThrow(`"code":${code}`);
    }
    const revoked = run('follow-events.sh', { MAGISTRAL_KEY: 'mg_live_revoked' });
    await expect(revoked).rejects.toThrow('Ключ не найден');
    await expect(run('follow-events.sh', { MAGISTRAL_URL: 'http://127.0.0.1:9' })).rejects.toThrow('curl');
    expect(readFileSync(path.join(place, 'cursor'), 'utf8')).toBe(savedCursor);
    expect(await run('follow-events.sh')).toBe('');
  });

  test('a webhook is received, verified and handled by its type', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    await waitForAnnouncedEvents(api);
    const made = await api.post('/api/webhooks', {
      token: company.admin.token,
      json: { url, types: ['balance.changed'] },
    });
    const { id, secret } = made.body.data as { id: number; secret: string };
    const printed = await receiving({ id, port, secret });
    await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 2_00);
    await send(id);
    await expect.poll(printed).toContain('balance.changed');
  });

  test('in a sandbox the shell makes a purchase, moves the clock and reads the purchase', async () => {
    const printed = await run('try-sandbox.sh', { MAGISTRAL_KEY: await sandboxKey() });
    expect(printed).toContain('"sold":true');
    expect(printed).toContain('"now":"2026-07-16T09:00:00.000Z"');
    expect(printed).toContain('"sum":2800');
  });

  test('in a sandbox a purchase comes by webhook, verified as a real one', async () => {
    const port = await freePort();
    const at = { MAGISTRAL_KEY: await sandboxKey(), WEBHOOK_URL: `http://127.0.0.1:${port}/` };
    const input = await run('try-sandbox.ts', at);
    expect(input).toContain('куплено 2800 2026-07-15T09:00:00.000Z');
    expect(input).toMatch(/^2026-07-15\S* 2800$/m);
    const [, id = '', secret = ''] = /вебхук (\d+) (\S+)/.exec(input) ?? [];
    const printed = await receiving({ id: Number(id), port, secret });
    await send(Number(id));
    await expect.poll(printed).toContain('operation.created');
  });

  test('in a sandbox the shell orders cards, breaks a rule and closes a month', async () => {
    const printed = await run('sandbox-month.sh', { MAGISTRAL_KEY: await sandboxKey(['documents:read']) });
    expect(printed).toContain('"status_id":3');
    expect(printed).toContain('"breaches":[{"operation_id"');
    expect(printed).toContain('УПД песочницы за 07.2026');
  });

  test('in a sandbox an order becomes cards, a rule refuses and breaks, a month closes', async () => {
    const input = await run('sandbox-month.ts', { MAGISTRAL_KEY: await sandboxKey(['documents:read']) });
    expect(input).toMatch(/^выпущена \d+$/m);
    expect(input).toMatch(/^отказ .+$/m);
    expect(input).toMatch(/^нарушение .+$/m);
    expect(input).toMatch(/^документ УПД песочницы за 07\.2026 2800$/m);
    expect(input).toMatch(/^документ Акт сверки песочницы за 07\.2026 null$/m);
  });

  test('the signature that the shell computes is the one that is sent', async () => {
    const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, no').toString('base64')}`;
    const [body, at] = ['{"type":"card.changed"}', new Date('2026-09-15T09:00:00Z')];
    const printed = await run('receive-webhook.sh', {
      WEBHOOK_SECRET: secret,
      WEBHOOK_ID: 'msg_1',
      WEBHOOK_TIMESTAMP: String(at.getTime() / 1000),
      BODY: body,
    });
    expect(printed.trim()).toBe(new Webhook(secret).sign('msg_1', at, body));
  });

  test('an assistant reads how much fuel cards have bought', async () => {
    const { result } = await json('ask-assistant.sh');
    expect(result.structuredContent.total).toMatchObject({ sum: 2450.5 });
    expect(await run('ask-assistant.ts')).toContain('2450.5');
  });

  test('1C reads the same purchases', async () => {
    expect((await json('door-1c.sh')).transactions).toMatchObject([{ cardNum: card.number, sum: 2450.5 }]);
    expect(await run('door-1c.ts')).toContain('2450.5');
  });
});

/** A key of a new sandbox of the company. */
async function sandboxKey(more: readonly string[] = []): Promise<string> {
  const { token } = company.admin;
  const there = (await api.get('/api/sandbox', { token })).body.data;
  await api.post(there ? '/api/sandbox/reset' : '/api/sandbox', { token, json: {} });
  const json = { title: 'Проба', scopes: ['operations:read', ...more] };
  return (await api.post('/api/sandbox/keys', { token, json })).body.data.key;
}

/** Starts the guide's receiver, and returns what it has printed so far. */
async function receiving(webhook: { id: number; port: number; secret: string }): Promise<() => string> {
  const { port, secret } = webhook;
  const receiver = spawn(process.execPath, [path.join(FOLDER, 'receive-webhook.ts')], {
    env: { ...env, PORT: String(port), WEBHOOK_SECRET: secret },
  });
  children.push(receiver);
  let printed = '';
  receiver.stdout.on('data', (part: Buffer) => (printed += part.toString()));
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' }).then(
        (reply) => reply.status,
        () => 0,
      ),
    )
    .toBe(400);
  return () => printed;
}

/** Sends what is due to a webhook. */
async function send(id: number): Promise<void> {
  await waitForAnnouncedEvents(api);
  await planDeliveries(api.ctx);
  // The verifier of a message checks its age by the machine's own clock.
  const now = api.clock.now();
  api.clock.setTo(new Date().toISOString());
  await sendDeliveries(api.ctx, id);
  api.clock.setTo(now);
}
