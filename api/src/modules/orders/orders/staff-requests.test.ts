import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { innProblem } from '#contract/values/inn.ts';
import { PARTNER, REQUEST_STATUS } from '#contract/ids.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { freeInn, givenOrder, order } from '../../../testing/givens/given-order.ts';
import { approveOrder } from './approve-order.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});
afterAll(() => api.stop());

const get = (path: string): Promise<ApiResponse> =>
  api.get(`/staff/api/requests${path}`, { token: staff.token });
const post = (path: string, json: object = {}): Promise<ApiResponse> =>
  api.post(`/staff/api/requests${path}`, { token: staff.token, json });

/** A newcomer's first order for an INN. */
async function givenJoined(inn = freeInn(), person?: GivenPerson) {
  const author = person ?? (await givenPerson(api));
  const made = await order(api, author, { more: { inn } });
  if (made.status !== 200) throw new Error(made.body.message);
  return { inn, author, id: made.body.data.id as number };
}

async function listed(query: string): Promise<number[]> {
  return (await get(query)).body.data.map((item: { id: number }) => item.id);
}

describe('list of staff requests', () => {
  test('it shows the author, known since when, and the register’s entry of the company', async () => {
    const since = api.clock.now().toISOString();
    const { inn, author, id } = await givenJoined();
    const { body } = await get('');
    expect(body.data[0]).toMatchObject({
      id,
      author: { id: author.id, firstname: 'Анна', lastname: 'Дорожкина', phone: author.phone, since },
      registry: { inn, status: 'active', director: expect.stringMatching(/^\S+ \S+ \S+$/) },
      authority: 'unconfirmed',
      can_withdraw: false,
    });
    expect(body.data[0].registry.read_at).toBe(api.clock.now().toISOString());
  });

  test('a request of an old client shows its own row, and no director', async () => {
    const { admin, inn } = await givenCompany(api);
    await givenOrder(api, admin);
    const [row] = (await get('')).body.data;
    expect(row.registry).toMatchObject({ inn, director: null, status: null, read_at: null });
    expect(row.authority).toBe('confirmed');
  });

  test('a later order of the company shows the register’s entry at its first one', async () => {
    const { author, id } = await givenJoined();
    const again = await givenOrder(api, author);
    const [row] = (await get('')).body.data;
    expect(row.id).toBe(again.id);
    expect(row.registry).toEqual((await get(`/${id}`)).body.data.registry);
  });

  test('a request is found by number, INN, company, phone and name, in pages', async () => {
    const person = await givenPerson(api);
    await sql`update app_user set firstname = 'Ефросинья', lastname = 'Коломенская' where id = ${person.id}`.execute(
      api.ctx.db.system,
    );
    const { inn, id } = await givenJoined(freeInn(), person);
    const more = await givenOrder(api, person);
    const title = (await get(`/${id}`)).body.data.company.title as string;
    const both = [more.id, id];
    expect(await listed(`?q=${inn}`)).toEqual(both);
    expect(await listed(`?q=${encodeURIComponent('+7 ' + person.phone.slice(1))}`)).toEqual(both);
    expect(await listed(`?q=${encodeURIComponent('коломенская ефр')}`)).toEqual(both);
    expect(await listed(`?q=${id}`)).toContain(id);
    expect(await listed(`?q=${encodeURIComponent(title)}`)).toEqual(expect.arrayContaining(both));
    expect(await listed('?q=100%25')).toEqual([]);
    const first = (await get(`?q=${inn}&perPage=1`)).body;
    expect(first.meta.pagination).toEqual({ total_pages: 2, current_page: 1, total: 2 });
    expect(await listed(`?q=${inn}&perPage=1&page=2`)).toEqual([id]);
    expect(await listed(`?q=${inn}&page=9007199254740991`)).toEqual([]);
    expect(await listed(`?q=${inn}&sort=id`)).toEqual([id, more.id]);
    expect(await listed(`?q=${inn}&authority=confirmed`)).toEqual([]);
    expect(await listed(`?q=${inn}&authority=unconfirmed&status=1`)).toEqual(both);
  });

  test('a strange sort, status, page or word is a mistake with a sentence', async () => {
    for (const query of [
      '?sort=phone',
      '?status=x',
      '?page=0',
      '?authority=yes',
      `?q=${'я'.repeat(101)}`,
      '?q=%00',
    ])
      expect((await get(query)).status, query).toBe(400);
  });
});

describe('a staff request', () => {
  test('it shows other requests of its phone, companies of its INN and its author', async () => {
    const { inn, author, id: first } = await givenJoined();
    expect((await post(`/${first}/reject`, { reason: 'Чужой ИНН' })).status).toBe(200);
    const other = await givenJoined(freeInn(), author);
    const second = await givenJoined(inn);
    const { data } = (await get(`/${second.id}`)).body;
    expect(data.duplicates).toMatchObject([
      { same: 'inn', request_id: first, in_programme: false, status: { id: REQUEST_STATUS.rejected } },
    ]);
    const ofAuthor = (await get(`/${other.id}`)).body.data;
    expect(ofAuthor.duplicates).toMatchObject([{ same: 'phone', request_id: first }]);
    expect(ofAuthor.author_companies).toMatchObject([{ inn, how: 'ordered' }]);
    expect(ofAuthor.author_mail).toEqual({ masked: 'a***@example.ru', confirmed: false });
  });

  test('another open request of the same company is a duplicate, an issued one is not', async () => {
    const { admin } = await givenCompany(api);
    const one = await givenOrder(api, admin);
    const two = await givenOrder(api, admin);
    expect((await get(`/${two.id}`)).body.data.duplicates).toMatchObject([
      { same: 'inn', request_id: one.id },
    ]);
    await sql`update card_request set status_id = 3 where id = ${one.id}`.execute(api.ctx.db.system);
    expect((await get(`/${two.id}`)).body.data.duplicates).toEqual([]);
  });

  test('an invitation to another company, though left since, shows where he is known', async () => {
    const boss = await givenCompany(api);
    const person = await givenPerson(api);
    const invitation = { phone: person.phone, firstname: 'Анна', role_id: 10 };
    expect((await api.post('/api/users', { token: boss.admin.token, json: invitation })).status).toBe(200);
    await sql`update app_user set company_id = null, role = 'none' where id = ${person.id}`.execute(
      api.ctx.db.system,
    );
    const { id } = await givenJoined(freeInn(), person);
    expect((await get(`/${id}`)).body.data.author_companies).toMatchObject([{ id: boss.id, how: 'invited' }]);
  });

  test('a customer has no such page, an auditor reads it and decides nothing', async () => {
    const { author, id } = await givenJoined();
    expect((await api.get(`/staff/api/requests/${id}`, { token: author.token })).status).toBe(404);
    const auditor = await givenPerson(api, { staffRole: 'auditor' });
    const as = { token: auditor.token, json: { reason: 'x' } };
    expect((await api.get(`/staff/api/requests/${id}`, { token: auditor.token })).status).toBe(200);
    for (const action of ['approve', 'reject', 'withdraw', 'registry'])
      expect((await api.post(`/staff/api/requests/${id}/${action}`, as)).status, action).toBe(403);
    expect((await get('/999999')).status).toBe(404);
    expect((await get('/zero')).status).toBe(400);
  });

  test('the register is read again by a click, and its entry is stored with the request', async () => {
    const { admin } = await givenCompany(api, { inn: '7804129078' });
    const { id } = await givenOrder(api, admin);
    const { status, body } = await post(`/${id}/registry`);
    expect(status).toBe(200);
    expect(body.data.registry).toMatchObject({ director: 'Белов Игорь Николаевич', status: 'active' });
    expect((await get(`/${id}`)).body.data.registry).toEqual(body.data.registry);
    const unknown = await givenCompany(api, { inn: '9999999999' });
    const strange = await givenOrder(api, unknown.admin);
    expect((await post(`/${strange.id}/registry`)).status).toBe(409);
    expect(innProblem(unknown.inn)).not.toBeNull();
  });
});

describe('preview of a staff request', () => {
  const preview = async (id: number, query: string) => (await get(`/${id}/preview?${query}`)).body.data;

  test('the preview of a rejection is the email’s text, and says the company leaves', async () => {
    const { author, id } = await givenJoined();
    await sql`update app_user set email_confirmed_at = created_at where id = ${author.id}`.execute(
      api.ctx.db.system,
    );
    const input = await preview(id, `decision=reject&reason=${encodeURIComponent('Чужой ИНН')}`);
    expect(input).toMatchObject({
      status: 'Заявка отклонена',
      reason: 'Чужой ИНН',
      leaves: true,
      no_letter: null,
    });
    expect(input.letter).toMatchObject({
      to: 'a***@example.ru',
      subject: `Заявка № ${id} на карты отклонена`,
    });
    expect(input.letter.paragraphs[0]).toContain('Причина: Чужой ИНН');
  });

  test('it says why there is no email, and sends none', async () => {
    const { id } = await givenJoined();
    expect(await preview(id, 'decision=withdraw')).toMatchObject({
      status: 'Заявка отозвана',
      reason: '…',
      letter: null,
      no_letter: expect.stringContaining('не подтвердил почту'),
    });
    expect(await preview(id, 'decision=approve')).toMatchObject({ letter: null, leaves: false });
    expect((await get(`/${id}/preview?decision=burn`)).status).toBe(400);
    expect((await get(`/${id}`)).body.data.status.id).toBe(REQUEST_STATUS.created);
  });

  test('the preview for one of several requests does not say that the company leaves', async () => {
    const { author, id } = await givenJoined();
    await givenOrder(api, author, [{ partner: PARTNER.rn, count: 1 }]);
    await approveOrder(api.ctx, id);
    expect(await preview(id, 'decision=withdraw')).toMatchObject({ leaves: false });
  });
});
