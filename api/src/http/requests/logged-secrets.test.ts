import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { REDACTED_PATHS } from '../../compose/build-context.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { askOwner } from '../../testing/ask-owner.ts';
import { givenCompany } from '../../testing/givens/factories.ts';

/** The product with the most talkative log, and what it writes. */
async function startLoggedApi(): Promise<{ api: TestApi; written: string[] }> {
  const written: string[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      written.push(String(line));
      done();
    },
  });
  const log = pino({ level: 'trace', redact: REDACTED_PATHS }, stream);
  return { api: await startApi({ jobs: false, overrides: { log } }), written };
}

test('calls 1: however talkative the log, no token and no ticket reaches it', async () => {
  const { api, written } = await startLoggedApi();
  try {
    const { admin } = await givenCompany(api);
    const path = '/api/operations/getReport?xls=1';
    const { body } = await api.post('/api/downloads/ticket', { token: admin.token, json: { path } });
    const secrets = [admin.token, body.data.ticket];
    for (const secret of secrets) {
      expect((await api.get(`${path}&xAuthToken=${secret}`)).status).toBe(200);
      const multipart = new FormData();
      multipart.set('id', 'x');
      multipart.set('act', new Blob(['x']), 'act.png');
      const upload = await api.post(`/api/cardsRequest/saveAct?xAuthToken=${secret}`, {
        token: secret,
        multipart,
      });
      expect([400, 401]).toContain(upload.status);
      await api.get(`/api/card/%ff?xAuthToken=${secret}`, { headers: { authorization: `Bearer ${secret}` } });
    }
    const metrics = (await api.get('/metrics')).bytes.toString('utf8');
    for (const secret of secrets) expect(written.join('') + metrics).not.toContain(secret);
  } finally {
    await api.stop();
  }
});

test('a row that the database refuses is not logged: it has phones and hashes', async () => {
  const { api, written } = await startLoggedApi();
  try {
    await askOwner(api, `alter table sms_code add constraint refuses_all check (phone is null) not valid`);
    const phone = '79161234567';
    const json = { route: 'auth/register', phone, recaptchaToken: 'x' };
    expect((await api.post('/api/send-to-driver', { json })).status).toBe(500);
    const logged = written.join('');
    expect(logged).toContain('refuses_all');
    expect(logged).not.toContain(phone);
  } finally {
    await api.stop();
  }
});

test('each request leaves one log line: id, method, route, status, time and caller', async () => {
  const { api, written } = await startLoggedApi();
  try {
    const { admin } = await givenCompany(api);
    const answer = await api.get('/api/card/123456789?secret=1', { token: admin.token });
    const requests = () => written.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    // The line is written when the answer has left.
    await expect.poll(requests).toHaveLength(1);
    const lines = requests();
    expect(lines[0]).toMatchObject({
      requestId: answer.headers.get('x-request-id'),
      method: 'GET',
      route: '/api/card/:id',
      status: 404,
      userId: admin.id,
    });
    expect(JSON.stringify(lines[0])).not.toMatch(/123456789|secret/);
  } finally {
    await api.stop();
  }
});
