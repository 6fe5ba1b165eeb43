import { afterEach, describe, expect, test } from 'vitest';
import { serveWire, type WireReply, type WireServer } from '../../testing/wires/serve-wire.ts';
import { exolveSms } from './exolve-sms.ts';
import type { SmsGateway, SmsRefusal } from './sms.ts';
import { smscSms } from './smsc-sms.ts';
import { smsruSms } from './smsru-sms.ts';

const phone = '79161234567';
const code = '918273';
const message = { phone, text: `Код: ${code}. Никому не сообщайте.`, clientId: 'message-1' };

let server: WireServer | undefined;
afterEach(async () => server?.stop());

type MakeGateway = (baseUrl: string, timeLimitMs?: number) => SmsGateway;

const smsc: MakeGateway = (baseUrl, timeLimitMs) =>
  smscSms({ credentials: { apikey: 'key' }, sender: 'Magistral', baseUrl, timeLimitMs });
const smsru: MakeGateway = (baseUrl, timeLimitMs) =>
  smsruSms({ apiId: 'key', sender: 'Magistral', baseUrl, timeLimitMs });
const exolve: MakeGateway = (baseUrl, timeLimitMs) =>
  exolveSms({ apiKey: 'key', sender: '79990000000', baseUrl, timeLimitMs });

async function sendTo(making: MakeGateway, reply: WireReply, timeLimitMs?: number) {
  server = await serveWire(() => reply);
  return making(server.url, timeLimitMs).send(message);
}

describe('SMSC.ru', () => {
  test('an SMS goes by POST with our own id, and nothing of it stands in the address', async () => {
    const outcome = await sendTo(smsc, { body: { id: 1234, cnt: 1, cost: '1.4' } });
    expect(outcome).toEqual({ accepted: true, providerId: '1234' });
    const [request] = server!.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/sys/send.php' });
    const form = Object.fromEntries(new URLSearchParams(request!.body));
    expect(form).toMatchObject({
      apikey: 'key',
      phones: phone,
      mes: message.text,
      charset: 'utf-8',
      fmt: '3',
      sender: 'Magistral',
    });
    expect(Number(form['id'])).toBeGreaterThan(0);
    expect(Number(form['id'])).toBeLessThan(2 ** 31);
  });

  test('login and password work instead of a key', async () => {
    server = await serveWire(() => ({ body: { id: '7', cnt: 1 } }));
    const gateway = smscSms({ credentials: { login: 'carrier', password: 'secret' }, baseUrl: server.url });
    expect(await gateway.send(message)).toEqual({ accepted: true, providerId: '7' });
    expect(server.requests[0]?.body).toContain('login=carrier&psw=secret');
  });

  test.each<[number, SmsRefusal]>([
    [1, 'temporary'],
    [2, 'auth'],
    [3, 'balance'],
    [4, 'rate'],
    [5, 'temporary'],
    [6, 'blocked'],
    [7, 'number'],
    [8, 'number'],
    [9, 'rate'],
  ])('error %i with status 200 is not taken for success', async (error_code, kind) => {
    const outcome = await sendTo(smsc, { body: { error: 'any text', error_code, id: 1 } });
    expect(outcome).toMatchObject({ accepted: false, kind });
  });
});

describe('SMS.ru', () => {
  test('a sent message goes by POST', async () => {
    const outcome = await sendTo(smsru, {
      body: {
        status: 'OK',
        status_code: 100,
        sms: { [phone]: { status: 'OK', status_code: 100, sms_id: '000000-10000000' } },
        balance: 10,
      },
    });
    expect(outcome).toEqual({ accepted: true, providerId: '000000-10000000' });
    const [request] = server!.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/sms/send' });
    expect(Object.fromEntries(new URLSearchParams(request!.body))).toEqual({
      api_id: 'key',
      to: phone,
      msg: message.text,
      json: '1',
      from: 'Magistral',
    });
  });

  const refusals: [number, SmsRefusal][] = [
    [150, 'number'],
    [200, 'auth'],
    [201, 'balance'],
    [202, 'number'],
    [204, 'blocked'],
    [206, 'rate'],
    [207, 'number'],
    [209, 'blocked'],
    [212, 'temporary'],
    [220, 'temporary'],
    [230, 'rate'],
    [231, 'rate'],
    [301, 'auth'],
  ];

  test.each(refusals)('error %i of the whole request has its kind', async (status_code, kind) => {
    const outcome = await sendTo(smsru, { body: { status: 'ERROR', status_code, status_text: 'any' } });
    expect(outcome).toMatchObject({ accepted: false, kind });
  });

  test.each(refusals)(
    'error %i of the message inside a fine request is not overlooked',
    async (status_code, kind) => {
      const inner = { status: 'ERROR', status_code, status_text: 'any' };
      const outcome = await sendTo(smsru, {
        body: { status: 'OK', status_code: 100, sms: { [phone]: inner } },
      });
      expect(outcome).toMatchObject({ accepted: false, kind });
    },
  );

  test('a fine request without our message in it is not taken for success', async () => {
    const outcome = await sendTo(smsru, { body: { status: 'OK', status_code: 100, sms: {} } });
    expect(outcome).toMatchObject({ accepted: false, kind: 'temporary' });
  });
});

describe('МТС Exolve', () => {
  test.each([{ message_id: '439166548' }, { success: true, messageId: '439166548' }])(
    'both writings of success',
    async (body) => {
      expect(await sendTo(exolve, { body })).toEqual({ accepted: true, providerId: '439166548' });
      const [request] = server!.requests;
      expect(request).toMatchObject({
        method: 'POST',
        path: '/messaging/v1/SendSMS',
        headers: { authorization: 'Bearer key' },
      });
      expect(JSON.parse(request!.body)).toEqual({
        number: '79990000000',
        destination: phone,
        text: message.text,
      });
    },
  );

  test.each<[number, SmsRefusal]>([
    [400, 'number'],
    [401, 'auth'],
    [402, 'balance'],
    [403, 'blocked'],
    [422, 'number'],
    [429, 'rate'],
    [500, 'temporary'],
    [503, 'temporary'],
  ])('HTTP %i has its kind', async (status, kind) => {
    expect(await sendTo(exolve, { status, body: { error: { message: 'any' } } })).toMatchObject({
      accepted: false,
      kind,
    });
  });

  test('an id beside success: false is no success', async () => {
    expect(await sendTo(exolve, { body: { success: false, messageId: '1' } })).toMatchObject({
      accepted: false,
    });
  });
});

describe.each([
  ['smsc', smsc],
  ['smsru', smsru],
  ['exolve', exolve],
])('%s on a bad day', (provider, making) => {
  test('a provider’s failure is named as the configuration names it', () => {
    expect(making('http://127.0.0.1:9').provider).toBe(provider);
  });

  test('a silent provider does not hold the user longer than the time limit', async () => {
    expect(await sendTo(making, 'silence', 100)).toMatchObject({ accepted: false, kind: 'temporary' });
  });

  test('a broken connection is an outcome, not an exception', async () => {
    expect(await sendTo(making, 'break')).toMatchObject({ accepted: false, kind: 'temporary' });
  });

  test.each(['<html>502 Bad Gateway</html>', '', '[]', 'null', '{"ok":1}'])(
    'nonsense %j is not taken for success',
    async (body) => {
      expect(await sendTo(making, { body })).toMatchObject({ accepted: false, kind: 'temporary' });
    },
  );

  test('a provider’s logged failure has neither the code nor the phone', async () => {
    const echo = {
      error: message.text,
      error_code: 6,
      status: 'ERROR',
      status_code: 204,
      status_text: `${phone} ${code}`,
    };
    const outcome = await sendTo(making, { status: 200, body: echo });
    expect(JSON.stringify(outcome)).not.toContain(code);
    expect(JSON.stringify(outcome)).not.toContain(phone);
  });
});
