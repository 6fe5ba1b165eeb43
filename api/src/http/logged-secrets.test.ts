import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { KEPT_OUT_OF_LOGS } from '../context.ts';
import { startApi } from '../testing/api.ts';
import { givenCompany } from '../testing/factories.ts';

test('api.md 1: however talkative the log, no token and no ticket reaches it', async () => {
  const written: string[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      written.push(String(line));
      done();
    },
  });
  const log = pino({ level: 'trace', redact: KEPT_OUT_OF_LOGS }, stream);
  const api = await startApi({ jobs: false, overrides: { log } });
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
