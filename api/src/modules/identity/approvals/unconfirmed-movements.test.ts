import { afterAll, beforeAll, expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenPerson } from '../../../testing/givens/factories.ts';
import { exceedsUnconfirmedLimit } from './unconfirmed-movements.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { TWO_PEOPLE_ABOVE: '0' } });
});
afterAll(() => api.stop());

test('one kopeck above the limit of a day takes two people, no money takes one', async () => {
  const { id: userId } = await givenPerson(api, { staffRole: 'treasurer' });
  const exceeds = (sum: number) =>
    exceedsUnconfirmedLimit(api.ctx, { userId, sum: kopecks(sum), confirmedBy: null });
  expect(await exceeds(0)).toBeNull();
  expect(await exceeds(1)).not.toBeNull();
});
