import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { givenCard, givenCompany, givenStaff, type GivenCompany } from '../../../testing/givens/factories.ts';
import { givenKey, type GivenKey } from '../../../testing/givens/given-key.ts';

let api: TestApi;
let ours: GivenCompany;
let by: GivenKey;

beforeAll(async () => {
  api = await startApi();
  ours = await givenCompany(api);
  by = await givenKey(api, ours, ['blocks:write', 'cards:read'], { title: 'Охрана' });
});
afterAll(() => api.stop());

const setBlock = (id: number, blocked: unknown): Promise<ApiResponse> =>
  api.post(`/api/v1/cards/${id}/block`, { headers: by.headers, json: { blocked } });

/** The network takes its time and answers through its feed. */
async function readStatus(id: number): Promise<number> {
  api.clock.advanceSeconds(4);
  await api.pollNetworks();
  return (await api.get(`/api/v1/cards/${id}`, { headers: by.headers })).body.data.status.id;
}

test('a program blocks a card and returns it to work; a repeat changes nothing', async () => {
  const { id } = await givenCard(api, ours.id);
  for (let repeat = 0; repeat < 3; repeat += 1) expect((await setBlock(id, true)).status).toBe(200);
  await expect.poll(() => readStatus(id)).toBe(2);
  expect((await setBlock(id, true)).body.data).toMatchObject({ status: { id: 2 }, inProgressOperations: [] });
  expect((await setBlock(id, false)).status).toBe(200);
  await expect.poll(() => readStatus(id)).toBe(1);
  const log = await api.get(`/api/audit?target=key:${by.id}&action=setBlockByKey`, {
    token: ours.admin.token,
  });
  type Line = { actor: { name: string }; after: { status?: string } | null };
  const lines: Line[] = log.body.data;
  // A repeat leaves a line of the call, without a change.
  const changes = lines.filter(({ after }) => after?.status).map(({ actor, after }) => [actor.name, after]);
  expect(changes).toEqual([
    ['Ключ «Охрана»', { status: 'действует' }],
    ['Ключ «Охрана»', { status: 'заблокирована' }],
  ]);
});

test('a value that is neither true nor false is refused on its field', async () => {
  const { id } = await givenCard(api, ours.id);
  const { status, body } = await setBlock(id, 'maybe');
  expect([status, Object.keys(body.error_messages ?? {})]).toEqual([400, ['blocked']]);
});

test('a card that the programme has blocked stays so', async () => {
  const { id } = await givenCard(api, ours.id);
  const staff = await givenStaff(api);
  const json = { reason: 'Украдена' };
  expect((await api.post(`/staff/api/cards/${id}/block`, { token: staff.token, json })).status).toBe(200);
  await expect.poll(() => readStatus(id)).toBe(2);
  const { status, body } = await setBlock(id, false);
  expect([status, body.message]).toEqual([403, expect.stringContaining('заблокировала программа')]);
});
