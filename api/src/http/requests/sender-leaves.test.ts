import { afterAll, beforeAll, expect, test } from 'vitest';
import { callInWorker } from '../../lib/turns/call-in-worker.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { givenCompany, type GivenCompany } from '../../testing/givens/factories.ts';

/** A company's share of the line: half of its forty places. */
const PLACES = 20;

let api: TestApi;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
});
afterAll(() => api.stop());

/** Uploads a list of trucks; returns the status, or null when the sender has left before the answer. */
async function upload(signal: AbortSignal | null = null): Promise<number | null> {
  const body = new FormData();
  body.set('file', new Blob(['Номер\nА123ВС77\n']), 'trucks.csv');
  const request = { method: 'POST', headers: { 'x-auth-token': company.admin.token }, body, signal };
  const answer = await fetch(`${api.url}/api/vehicles/import/preview`, request).catch(() => null);
  return answer && answer.status;
}

/** Returns the answer to an upload whose sender leaves if it has to wait so long. */
const tryUpload = (waitMs: number) => upload(AbortSignal.timeout(waitMs));

test('uploads of senders who have left give up their turn at once', { timeout: 300_000 }, async () => {
  const gate = Promise.withResolvers<{ bytes: Uint8Array; limits: object }>();
  const busy = callInWorker({
    module: new URL('../../lib/tables/parse-table.ts', import.meta.url),
    name: 'parseTable',
    argument: () => gate.promise,
    signal: new AbortController().signal,
  });
  const senders = new AbortController();
  const uploads = Array.from({ length: PLACES + 1 }, () => upload(senders.signal));
  // One is too many; by its refusal all others wait.
  expect(await Promise.race(uploads)).toBe(503);
  senders.abort();
  expect((await Promise.all(uploads)).filter((status) => status === null)).toHaveLength(PLACES);
  // A place is free, although the line has not moved: the upload waits instead of being refused.
  await expect.poll(() => tryUpload(1000), { timeout: 120_000 }).toBeNull();
  const last = upload();
  gate.resolve({
    bytes: Buffer.from('а;б\n'),
    limits: { rows: 10, columns: 10, cellLength: 10 },
  });
  await busy;
  expect(await last).toBe(200);
});
