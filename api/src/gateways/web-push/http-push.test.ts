import { createECDH, randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import webPush from 'web-push';
import { serveWire, type WireReply, type WireServer } from '../../testing/wires/serve-wire.ts';
import { httpPush } from './http-push.ts';
import type { Push, PushOutcome } from './push.ts';

let server: WireServer | undefined;
afterEach(async () => server?.stop());

const PUSH: Push = { tag: 't', title: 'Карты готовы', text: 'Откройте кабинет', path: '/cabinet' };
const vapid = webPush.generateVAPIDKeys();

const browser = createECDH('prime256v1');
const p256dh = browser.generateKeys('base64url');
const auth = randomBytes(16);

async function sendTo(reply: WireReply, more: { p256dh?: string; push?: Push } = {}): Promise<PushOutcome> {
  await server?.stop();
  server = await serveWire(() => reply);
  const service = httpPush({
    ...vapid,
    contact: 'mailto:help@magistral.example',
    hosts: ['push.example'],
    timeLimitMs: reply === 'silence' ? 300 : 60_000,
  });
  const to = { endpoint: `${server.url}/send/abc`, p256dh, auth: auth.toString('base64url'), ...more };
  return service.send(to, more.push ?? PUSH);
}

test('a push is encrypted, signed by our key, and stored for a day', async () => {
  expect(await sendTo({ status: 201, body: '' })).toEqual({ kind: 'sent' });
  const [request] = server!.requests;
  expect(request).toMatchObject({
    method: 'POST',
    path: '/send/abc',
    headers: { 'content-encoding': 'aes128gcm', ttl: '86400' },
  });
  expect(request!.headers.authorization).toContain(`k=${vapid.publicKey}`);
  expect(request!.body).not.toContain('Карты');
});

test.each<[number, PushOutcome['kind']]>([
  [404, 'gone'],
  [410, 'gone'],
  [400, 'refused'],
  [401, 'refused'],
  [413, 'refused'],
  [429, 'later'],
  [500, 'later'],
])('answer %i has its kind', async (status, kind) => {
  const outcome = await sendTo({ status, body: 'any', headers: { 'retry-after': '11' } });
  expect(outcome.kind).toBe(kind);
  if (outcome.kind === 'later') expect(outcome.retryAfterSeconds).toBe(11);
});

test('a silent service, a cut connection, bad keys and a long text are outcomes', async () => {
  expect((await sendTo('silence')).kind).toBe('later');
  expect((await sendTo('break')).kind).toBe('later');
  expect((await sendTo({ body: '' }, { p256dh: 'AAAA' })).kind).toBe('gone');
  const long = { ...PUSH, text: 'ы'.repeat(2000) };
  expect(await sendTo({ body: '' }, { push: long })).toMatchObject({ kind: 'refused' });
  expect(server!.requests).toEqual([]);
});

test('only https addresses of push services are known', () => {
  const hosts = ['fcm.googleapis.com', '.push.apple.com'];
  const { isKnown } = httpPush({ ...vapid, contact: 'mailto:a@b.ru', hosts });
  expect(['https://fcm.googleapis.com/fcm/send/x', 'https://web.push.apple.com/x'].map(isKnown)).toEqual([
    true,
    true,
  ]);
  for (const strange of [
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.example.ru/x',
    'https://fcm.googleapis.com@127.0.0.1/x',
    'https://push.apple.com.evil/x',
    'https://127.0.0.1/x',
    '/dev/phone#1',
    '',
  ])
    expect([strange, isKnown(strange)]).toEqual([strange, false]);
});
