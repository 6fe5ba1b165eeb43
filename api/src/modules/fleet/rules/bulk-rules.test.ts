import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { waitUntilWaiting } from '../../../testing/wait-until-waiting.ts';
import { maintainRules } from './maintain-rules.ts';
import { lockRules } from './rule-store.ts';

let api: TestApi;
let company: GivenCompany;
let token: string;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api?.stop());
beforeEach(async () => {
  company = await givenCompany(api);
  ({ token } = company.admin);
});

const LITRES = { kind: 'litres_day', value: 300 };
const HOURS = { kind: 'hours', value: { days: [1, 2, 3, 4, 5, 6], from: '06:00', to: '22:00' } };

let serial = 0;
/** A group with one truck for these cards. */
async function givenGroup(title: string, cards: readonly GivenCard[]): Promise<number> {
  const made = await api.post('/api/vehicle-groups', { token, json: { title } });
  serial += 1;
  const plate = `А${String(serial).padStart(3, '0')}ВС77`;
  const json = { plate, group_id: made.body.data.id, card_ids: cards.map(({ id }) => id) };
  expect((await api.post('/api/vehicles', { token, json })).status).toBe(200);
  return made.body.data.id;
}

const put = (path: string, json: object) => api.put(path, { token, json });
const change = async (id: number) => (await api.get(`/api/rules/changes/${id}`, { token })).body.data;

test('a preview says for each card what holds before and after, and who will hold it', async () => {
  const rn = await givenCard(api, company.id, { partnerId: PARTNER.rn });
  const gpn = await givenCard(api, company.id, { partnerId: PARTNER.gpn });
  await put('/api/rules/profile', { rules: [HOURS] });
  await put(`/api/card/${rn.id}/rules`, { rules: [{ kind: 'litres_day', value: 100 }] });
  const json = { ids: [rn.id, gpn.id], rules: [LITRES], preview: true };
  const { body } = await put('/api/rules/cards', json);
  expect(body.data.change_id).toBeNull();
  const after = 'До 300 л в сутки, пн–сб 6–22';
  expect(body.data.cards).toMatchObject([
    { id: rn.id, before: 'До 100 л в сутки, пн–сб 6–22', after },
    { id: gpn.id, before: 'Пн–сб 6–22', after },
  ]);
  for (const { id, held } of body.data.cards) {
    const { effective } = (await put(`/api/card/${id}/rules`, { rules: [LITRES] })).body.data;
    const by = (who: string) => effective.some((item: { held_by: string }) => item.held_by === who);
    expect([held.network !== null, held.portal !== null, held.watched !== null]).toEqual([
      by('network'),
      by('portal'),
      by('watched'),
    ]);
  }
});

test('a set of rules is saved by name, given to several groups, named in the history', async () => {
  const cards = [await givenCard(api, company.id), await givenCard(api, company.id)];
  const ids = [await givenGroup('Север', cards.slice(0, 1)), await givenGroup('Юг', cards.slice(1))];
  await put(`/api/card/${cards[1]?.id}/rules`, { rules: [{ kind: 'litres_day', value: 50 }] });
  const saved = await put('/api/rules/sets', { title: 'Дальние рейсы', rules: [LITRES] });
  expect(saved.body.data).toMatchObject({ title: 'Дальние рейсы', sentence: 'До 300 л в сутки' });
  const order = { ids, rules: [LITRES], set_id: saved.body.data.id };
  const preview = await put('/api/rules/groups', { ...order, preview: true });
  expect(preview.body.data.groups).toMatchObject([
    { title: 'Север', before: 'Без ограничений', after: 'До 300 л в сутки', cards: 1, own: 0 },
    { title: 'Юг', cards: 1, own: 1 },
  ]);
  const { change_id: id } = (await put('/api/rules/groups', order)).body.data;
  for (const [at, litres] of [300, 50].entries()) {
    const { body } = await api.get(`/api/card/${cards[at]?.id}/rules`, { token });
    expect(body.data.sentence).toBe(`До ${litres} л в сутки`);
  }
  const [newest] = (await api.get('/api/rules/changes', { token })).body.data;
  expect(newest).toMatchObject({ id, layer: 'group', cards: 2, set_title: 'Дальние рейсы' });
  await api.delete(`/api/rules/sets/${saved.body.data.id}`, { token });
  expect((await api.get('/api/rules/sets', { token })).body.data).toEqual([]);
  expect((await change(id)).set_title).toBe('Дальние рейсы');
});

test('a set that is saved again under its name is replaced', async () => {
  await put('/api/rules/sets', { title: 'Город', rules: [LITRES] });
  await put('/api/rules/sets', { title: 'Город', rules: [HOURS] });
  const { body } = await api.get('/api/rules/sets', { token });
  expect(body.data).toMatchObject([{ title: 'Город', sentence: 'Пн–сб 6–22' }]);
});

test('a change is followed card by card until the networks have it', async () => {
  const cards = [await givenCard(api, company.id), await givenCard(api, company.id)];
  const ids = cards.map(({ id }) => id);
  const { change_id: id } = (await put('/api/rules/cards', { ids, rules: [LITRES] })).body.data;
  const states = async () => (await change(id)).subjects.map((subject: { state: string }) => subject.state);
  expect(await states()).toEqual(['waiting', 'waiting']);
  await maintainRules(api.ctx);
  expect(await states()).toEqual(['done', 'done']);
});

test('an undo brings back what was there, and says which cards were changed later', async () => {
  const cards = [await givenCard(api, company.id), await givenCard(api, company.id)];
  const [first, second] = cards as [GivenCard, GivenCard];
  await put(`/api/card/${first.id}/rules`, { rules: [HOURS] });
  const ids = [first.id, second.id];
  const { change_id: id } = (await put('/api/rules/cards', { ids, rules: [LITRES] })).body.data;
  await put(`/api/card/${second.id}/rules`, { rules: [{ kind: 'litres_day', value: 70 }] });
  const { subjects } = await change(id);
  expect(subjects).toMatchObject([
    { id: first.id, before: 'Пн–сб 6–22', changed_later: null },
    { id: second.id, before: 'Своих правил нет', changed_later: { by: expect.any(String) } },
  ]);
  const { body } = await api.post(`/api/rules/changes/${id}/undo`, { token, json: {} });
  expect(body.data).toEqual({ restored: 1, left: 1 });
  const sentence = async (card: GivenCard) =>
    (await api.get(`/api/card/${card.id}/rules`, { token })).body.data.sentence;
  expect([await sentence(first), await sentence(second)]).toEqual(['Пн–сб 6–22', 'До 70 л в сутки']);
  expect((await change(id)).undone).toMatchObject({ by: expect.any(String) });
});

test('an undo waits for a change of the rules that is being stored', async () => {
  const { id: cardId } = await givenCard(api, company.id);
  const { change_id: id } = (await put('/api/rules/cards', { ids: [cardId], rules: [LITRES] })).body.data;
  const undone = await api.ctx.db.inSystem(async (tx) => {
    await lockRules(tx, company.id);
    const pending = api.post(`/api/rules/changes/${id}/undo`, { token, json: {} });
    await waitUntilWaiting(api);
    return { pending };
  });
  expect((await undone.pending).body.data).toEqual({ restored: 1, left: 0 });
});

test('an undo that a later change prevents is made after that one is undone', async () => {
  const { id } = await givenCard(api, company.id);
  const set = async (value: number): Promise<number> =>
    (await put('/api/rules/cards', { ids: [id], rules: [{ kind: 'litres_day', value }] })).body.data
      .change_id;
  const undo = async (changeId: number) =>
    (await api.post(`/api/rules/changes/${changeId}/undo`, { token, json: {} })).body.data;
  const first = await set(100);
  const later = await set(200);
  expect(await undo(first)).toEqual({ restored: 0, left: 1 });
  expect((await change(first)).undone).toBeNull();
  expect(await undo(later)).toEqual({ restored: 1, left: 0 });
  expect(await undo(first)).toEqual({ restored: 1, left: 0 });
  expect((await api.get(`/api/card/${id}/rules`, { token })).body.data.sentence).toBe('Без ограничений');
});

test('another company’s cards, groups, sets and changes are not found', async () => {
  const other = await givenCompany(api);
  const strange = await givenCard(api, other.id);
  const theirs = { token: other.admin.token };
  const group = await api.post('/api/vehicle-groups', { ...theirs, json: { title: 'Чужая' } });
  const set = await api.put('/api/rules/sets', { ...theirs, json: { title: 'Чужой', rules: [LITRES] } });
  const made = await api.put('/api/rules/cards', { ...theirs, json: { ids: [strange.id], rules: [LITRES] } });
  const own = await givenCard(api, company.id);
  const groupId = group.body.data.id;
  const setId = set.body.data.id;
  expect((await put('/api/rules/cards', { ids: [own.id, strange.id], rules: [LITRES] })).status).toBe(404);
  expect((await put('/api/rules/groups', { ids: [groupId], rules: [LITRES] })).status).toBe(404);
  expect((await put('/api/rules/cards', { ids: [own.id], rules: [LITRES], set_id: setId })).status).toBe(404);
  expect((await api.delete(`/api/rules/sets/${setId}`, { token })).status).toBe(404);
  expect((await api.get(`/api/rules/changes/${made.body.data.change_id}`, { token })).status).toBe(404);
  expect((await api.get('/api/rules/sets', { token })).body.data).toEqual([]);
});

test('a specialist reads sets and changes and makes none', async () => {
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  const who = { token: specialist.token };
  const card = await givenCard(api, company.id);
  const json = { title: 'Город', rules: [LITRES] };
  expect((await api.get('/api/rules/sets', who)).status).toBe(200);
  expect((await api.put('/api/rules/sets', { ...who, json })).status).toBe(403);
  const order = { ids: [card.id], rules: [LITRES] };
  expect((await api.put('/api/rules/cards', { ...who, json: order })).status).toBe(403);
});

test('a card that comes to a truck of a group gets the rules of the group', async () => {
  const id = await givenGroup('Север', []);
  await put(`/api/rules/groups/${id}`, { rules: [{ kind: 'litres_day', value: 120 }] });
  const card = await givenCard(api, company.id, { partnerId: PARTNER.gpn });
  const [truck] = (await api.get('/api/vehicles', { token })).body.data;
  await api.put(`/api/card/${card.id}/vehicle`, { token, json: { vehicle_id: truck.id } });
  await maintainRules(api.ctx);
  const { body } = await api.get(`/api/card/${card.id}`, { token });
  expect(body.data.limit).toMatchObject({ unit_count: 120 });
});
