import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { takeLeave } from './take-leave.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});

afterAll(() => api?.stop());

test('a stopping process fails its health check, closes connections, still answers', async () => {
  const statuses = () =>
    Promise.all(['/healthz', '/readyz', '/api/operator'].map(async (path) => (await api.get(path)).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  await takeLeave(api.app, 0);
  expect(await statuses()).toEqual([503, 503, 200]);
  const answer = await fetch(`${api.url}/api/operator`);
  expect(answer.headers.get('connection')).toBe('close');
  expect(((await api.get('/readyz')).body as { data: object }).data).toEqual({
    ready: false,
    cause: 'stopping',
  });
});
