import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { ROUTES_PER_MINUTE: '3' } });
});
afterAll(() => api?.stop());

const POINTS = '55.756,37.617;56.859,35.918';
const TRUCK = { tank_litres: 400, litres_per_100km: 32, start_litres: 300, reserve_litres: 40 };

test('an address that spends the operator’s paid routes waits, its other calls go on', async () => {
  for (const ask of [
    () => api.get(`/api/route?points=${POINTS}`),
    () => api.post('/api/route/fuel-plan', { json: { ...TRUCK, points: POINTS } }),
  ]) {
    for (let time = 0; time < 3; time += 1) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.body).toMatchObject({ code: 429, message: expect.stringContaining('Повторите через') });
  }
  for (let time = 0; time < 5; time += 1) expect((await api.get('/api/road-map')).status).toBe(200);
});

test('a busy address does not take the monitor’s answers away', async () => {
  const busy = await startApi({ jobs: false, env: { REQUESTS_PER_MINUTE: '5' } });
  try {
    for (let time = 0; time < 5; time += 1) await busy.get('/api/road-map');
    expect((await busy.get('/api/road-map')).status).toBe(429);
    expect((await busy.get('/healthz')).status).toBe(200);
  } finally {
    await busy.stop();
  }
});

test('paths that do not exist count to the limit, and leave one line a minute', async () => {
  const lines: { msg: string; status: number; leftOut?: number }[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const log = pino({ level: 'info' }, stream);
  const tried = await startApi({ jobs: false, env: { REQUESTS_PER_MINUTE: '20' }, overrides: { log } });
  try {
    const statuses: number[] = [];
    for (const path of ['/api/nothing', '/wp-login.php', '/no-such-page', '/api/v1/none'])
      for (let time = 0; time < 10; time += 1) statuses.push((await tried.get(path)).status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(20);
    expect(statuses.slice(20).every((status) => status === 429)).toBe(true);
    expect((await tried.get('/api/road-map')).status).toBe(429);
    const missing = () => lines.filter(({ leftOut }) => leftOut !== undefined);
    // A line is written when its answer has left.
    await expect.poll(missing).toMatchObject([{ msg: 'request', status: 404, leftOut: 0 }]);
    tried.clock.advanceSeconds(60);
    await tried.get('/api/nothing');
    await expect.poll(missing).toMatchObject([{ leftOut: 0 }, { leftOut: 39 }]);
  } finally {
    await tried.stop();
  }
});
