import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCalls } from '#contract/calls.ts';
import type { Router } from '../gateways/routing/router.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import { givenCompany, givenStaff, type GivenCompany } from '../testing/givens/factories.ts';
import { givenDocument } from '../testing/givens/given-document.ts';
import { getHeavyWork } from './shares-of-calls.ts';

const POINTS = '55.756,37.617;56.859,35.918';

let api: TestApi;
let crowded: GivenCompany;
let other: GivenCompany;
/** Each call of the outside world that is under way, with what lets it go. */
const underWay: (() => void)[] = [];
let isWaiting = true;

/** Waits until the test lets it go. */
function waitForRelease(): Promise<void> {
  return isWaiting ? new Promise((resolve) => void underWay.push(resolve)) : Promise.resolve();
}

function releaseCalls(): void {
  isWaiting = false;
  for (const go of underWay.splice(0)) go();
}

beforeAll(async () => {
  const routing: Router = {
    route: async () => {
      await waitForRelease();
      return { found: false, reason: 'Нет дороги' };
    },
  };
  api = await startApi({ jobs: false, overrides: { routing } });
  const { files } = api.ctx;
  const read = files.read.bind(files);
  files.read = async (sha256) => {
    await waitForRelease();
    return read(sha256);
  };
  [crowded, other] = [await givenCompany(api), await givenCompany(api)];
});
afterAll(() => api?.stop());

const route = ({ admin }: GivenCompany) => api.get(`/api/route?points=${POINTS}`, { token: admin.token });

async function downloads(of: GivenCompany) {
  const id = await givenDocument(api, await givenStaff(api), of);
  return () => api.get(`/api/doc/${id}/download`, { token: of.admin.token });
}

describe('many heavy calls of one company', () => {
  test.each([
    ['routes', 2, 20, async (of: GivenCompany) => () => route(of)],
    ['files', 3, 30, downloads],
  ] as const)(
    'a company’s crowd of %s has its share and its refusal, and delays no other',
    async (...about) => {
      const [, maxConcurrent, waiting, prepare] = about;
      const [mine, theirs] = [await prepare(crowded), await prepare(other)];
      isWaiting = true;
      const crowd = Array.from({ length: maxConcurrent + waiting }, mine);
      await expect.poll(() => underWay.length).toBe(maxConcurrent);
      const single = theirs();
      await expect.poll(() => underWay.length).toBe(maxConcurrent + 1);
      const refusals = await Promise.race([
        Promise.all(Array.from({ length: 3 }, mine)),
        ...crowd.map(async (item) => [await item]),
      ]);
      expect(refusals.map(({ status }) => status)).toEqual([429, 429, 429]);
      expect(refusals[0]?.body.message).toMatch(/^Ваша компания уже .* Повторите через 5 с$/);
      expect(refusals[0]?.headers.get('retry-after')).toBe('5');
      expect(underWay).toHaveLength(maxConcurrent + 1);
      releaseCalls();
      const statuses = (await Promise.all([single, ...crowd])).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([statuses[0]]));
      expect(statuses).not.toContain(429);
    },
  );

  test('a caller who has disconnected frees its place for the next one', async () => {
    isWaiting = true;
    const gone = new AbortController();
    const url = `${api.url}/api/route?points=${POINTS}`;
    const headers = { 'x-auth-token': crowded.admin.token };
    const left = Array.from({ length: 5 }, () =>
      fetch(url, { headers, signal: gone.signal }).catch(() => null),
    );
    await expect.poll(() => underWay.length).toBe(2);
    const patient = route(crowded);
    gone.abort();
    await Promise.all(left);
    await expect.poll(() => underWay.length).toBe(3);
    releaseCalls();
    expect((await patient).status).toBe(400);
  });
});

test('routes, searches and files are heavy, and lists that are asked for as files', () => {
  const work = (accept?: string) =>
    Object.fromEntries(allCalls.map((call) => [call.name, getHeavyWork(call, { headers: { accept } })]));
  expect(work()).toMatchObject({
    buildRoute: 'routes',
    planFuel: 'routes',
    previewFuelPlan: 'routes',
    searchEverything: 'searches',
    answerQuestion: 'searches',
    downloadOperationsSummary: 'files',
    listOperations: null,
    transferToCard: null,
  });
  expect(work('text/csv').listOperations).toBe('files');
  expect(allCalls.filter(({ kind, name }) => kind === 'file' && work()[name] !== 'files')).toEqual([]);
});
