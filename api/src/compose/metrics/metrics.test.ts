import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

test('a response is counted under its route and status, in every bucket above its time', async () => {
  for (let count = 0; count < 3; count += 1) await api.get('/api/card/17');
  await api.get('/healthz');
  // An answer is counted when it has left: the next one may be asked for before that.
  await expect.poll(async () => (await histogram()).at(-1)).toBe('http_request_seconds_count{LABELS} 3');
  const lines = await histogram();
  const counts = lines.filter((line) => line.includes('_bucket')).map((line) => Number(line.split(' ')[1]));
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(counts.at(-1)).toBe(3);
  expect(lines.find((line) => line.includes('le="+Inf"'))).toBeDefined();
  expect(Number(lines.find((line) => line.includes('_sum'))?.split(' ')[1])).toBeGreaterThan(0);
});

/** The lines of one call that was refused for want of a session. */
async function histogram(): Promise<string[]> {
  const { bytes } = await api.get('/metrics');
  const labels = 'method="GET",route="/api/card/:id",status="401"';
  const lines = bytes.toString('utf8').split('\n');
  return lines.filter((line) => line.includes(labels)).map((line) => line.replace(labels, 'LABELS'));
}

test('a page goes with its policy, and an answer that is no page with its headers', async () => {
  const policies = await Promise.all(
    ['/nowhere', '/api/nowhere', '/api/docs', '/robots.txt', '/healthz', '/api/operator'].map(async (url) => {
      const { headers } = await api.get(url);
      return [
        url,
        headers.get('content-security-policy')?.split(';')[0],
        headers.get('x-content-type-options'),
      ];
    }),
  );
  for (const [url, policy, sniff] of policies)
    expect([url, policy, sniff]).toEqual([url, "default-src 'none'", 'nosniff']);
});
