import { sql } from 'kysely';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenMoney,
  givenPerson,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenClient } from '../../../testing/givens/given-delegation.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

/** An INN that the register knows and no client has. */
const OUTSIDE_INN = '5047123455';

const letIn = (company: GivenCompany, json: Record<string, unknown>): Promise<ApiResponse> =>
  api.post('/api/delegations', { token: company.admin.token, json });
const accept = (by: GivenPerson, id: number) =>
  api.post(`/api/delegations/${id}/accept`, { token: by.token });
const addPerson = (by: GivenPerson, id: number, person: { id: number }) =>
  api.post(`/api/delegations/${id}/people`, { token: by.token, json: { user_id: person.id } });
const end = (by: GivenPerson, id: number) => api.delete(`/api/delegations/${id}`, { token: by.token });
const enter = (by: GivenPerson, companyId: number) =>
  api.post(`/api/companies/${companyId}/enter`, { token: by.token });
const list = async (by: GivenPerson) => (await api.get('/api/delegations', { token: by.token })).body.data;
const readCards = (by: GivenPerson) => api.get('/api/card', { token: by.token });

/** A company with a card, and a firm with an accountant who has no rights in the firm itself beyond reading. */
async function givenFirm() {
  const [company, firm] = [await givenClient(api), await givenClient(api)];
  const card = await givenCard(api, company.id);
  const accountant = await givenPerson(api, { companyId: firm.id, role: 'specialist' });
  return { company, firm, card, accountant };
}

/** The accountant acts for the company. */
async function givenDelegation(terms: Record<string, unknown> = {}) {
  const given = await givenFirm();
  const { company, firm, accountant } = given;
  const made = await letIn(company, { inn: firm.inn, role_id: 9, ...terms });
  expect(made).toMatchObject({ status: 200, body: { data: { side: 'given', state: 'waiting' } } });
  const { id } = made.body.data;
  expect((await accept(firm.admin, id)).status).toBe(200);
  expect((await addPerson(firm.admin, id, accountant)).status).toBe(200);
  expect((await enter(accountant, company.id)).status).toBe(200);
  return { ...given, id };
}

describe('a company lets an accounting firm in', () => {
  it('the firm accepts and names its people, who act with the role given', async () => {
    const { company, firm, card, accountant, id } = await givenDelegation();
    const cards = await readCards(accountant);
    expect(cards.body.data.map((own: { id: number }) => own.id)).toEqual([card.id]);
    const companies = await api.get('/api/companies', { token: accountant.token });
    expect(companies.body.data).toMatchObject([
      { id: firm.id, via: 'employee', role_id: 10 },
      { id: company.id, via: 'delegation', role_id: 9, current: true },
    ]);
    for (const [by, side] of [
      [company.admin, 'given'],
      [firm.admin, 'received'],
    ] as const)
      expect(await list(by)).toMatchObject([{ id, side, state: 'active', people: [{ id: accountant.id }] }]);
    const colleagues = await api.get('/api/users', { token: company.admin.token });
    expect(colleagues.body.data.map((own: { id: number }) => own.id)).toEqual([company.admin.id]);
  });

  it('the firm sees nothing before it accepts and names people', async () => {
    const { company, firm, accountant } = await givenFirm();
    const { id } = (await letIn(company, { inn: firm.inn, role_id: 10 })).body.data;
    expect((await enter(firm.admin, company.id)).status).toBe(404);
    expect((await addPerson(firm.admin, id, accountant)).status).toBe(409);
    await accept(firm.admin, id);
    for (const by of [firm.admin, accountant]) expect((await enter(by, company.id)).status).toBe(404);
  });

  it('either side ends it at once, open sessions included', async () => {
    for (const who of ['company', 'firm'] as const) {
      const given = await givenDelegation();
      expect((await readCards(given.accountant)).status).toBe(200);
      expect((await end(given[who].admin, given.id)).status).toBe(200);
      expect((await readCards(given.accountant)).status).toBe(403);
      expect((await enter(given.accountant, given.company.id)).status).toBe(404);
      expect((await addPerson(given.firm.admin, given.id, given.accountant)).status).toBe(404);
      expect((await end(given.company.admin, given.id)).status).toBe(404);
      expect((await enter(given.accountant, given.firm.id)).status).toBe(200);
    }
  });

  it('either side takes one person off, and the others stay', async () => {
    const { company, firm, accountant, id } = await givenDelegation();
    const other = await givenPerson(api, { companyId: firm.id, role: 'manager' });
    await addPerson(firm.admin, id, other);
    await enter(other, company.id);
    const taken = await api.delete(`/api/delegations/${id}/people/${accountant.id}`, {
      token: company.admin.token,
    });
    expect(taken.body.data.people).toMatchObject([{ id: other.id }]);
    expect((await readCards(accountant)).status).toBe(403);
    expect((await readCards(other)).status).toBe(200);
    expect((await addPerson(firm.admin, id, accountant)).status).toBe(200);
  });

  it('a term that runs out ends it by the clock', async () => {
    const own = await startApi({ jobs: false });
    const shared = api;
    try {
      api = own;
      const until = new Date(own.clock.now().getTime() + 60_000).toISOString();
      const { company, firm, accountant } = await givenDelegation({ until });
      expect((await readCards(accountant)).status).toBe(200);
      own.clock.advanceSeconds(60);
      expect((await readCards(accountant)).status).toBe(403);
      expect(await list(company.admin)).toMatchObject([{ state: 'over', people: [] }]);
      expect((await letIn(company, { inn: firm.inn, role_id: 10 })).status).toBe(200);
    } finally {
      api = shared;
      await own.stop();
    }
  });

  it('a person who leaves the firm leaves the companies that trust it', async () => {
    const { firm, accountant } = await givenDelegation();
    await api.post('/api/users/detachRoles', { token: firm.admin.token, json: { id: accountant.id } });
    expect((await readCards(accountant)).status).toBe(403);
  });

  it('a transfer above the sum stays with the company', async () => {
    const { accountant, card } = await givenDelegation({ max_sum: 1000 });
    const json = { mode: 1, sum: 1000.01, sms: '000000' };
    const refused = await api.post(`/api/card/${card.id}/transaction`, { token: accountant.token, json });
    expect(refused.status).toBe(403);
    expect(refused.body.message).toMatch(/1.000/);
    const within = { ...json, sum: 1000 };
    const other = await api.post(`/api/card/${card.id}/transaction`, {
      token: accountant.token,
      json: within,
    });
    expect(other.status).toBe(400);
  });

  it('a distribution among the networks above the sum stays with the company', async () => {
    const { company, accountant } = await givenDelegation({ max_sum: 1000 });
    await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 3000_00);
    const distribute = (first: number, second: number) => {
      const accounts = [
        { partner_id: 1, sum: first },
        { partner_id: 2, sum: second },
      ];
      const json = { accounts };
      return api.post(`/api/client/${company.id}/accounts`, { token: accountant.token, json });
    };
    const refused = await distribute(600, 400.01);
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringMatching(/1.000/)]);
    expect((await distribute(600, 400)).status).toBe(200);
  });

  it('an order above the sum stays with the company', async () => {
    const { accountant } = await givenDelegation({ max_sum: 0 });
    const json = { sms: '000000', item: [{ partner_id: 2, cards_cnt: 1 }] };
    expect((await api.post('/api/cardsRequest', { token: accountant.token, json })).status).toBe(403);
  });

  it('both sides see what the people of the firm did, and the line names the firm', async () => {
    const { company, firm, card, accountant, id } = await givenDelegation();
    await api.post(`/api/cards/${card.id}/comment`, { token: accountant.token, json: { comment: 'Тягач' } });
    for (const by of [company.admin, firm.admin]) {
      const { body } = await api.get(`/api/delegations/${id}/actions`, { token: by.token });
      expect(body.data.at(-1)).toMatchObject({ user_id: accountant.id, action: 'Переход в компанию' });
    }
    const stranger = await givenClient(api);
    const hidden = await api.get(`/api/delegations/${id}/actions`, { token: stranger.admin.token });
    expect(hidden.status).toBe(404);
    await end(company.admin, id);
    const lines = await rows(
      api.ctx.db.system,
      sql<{ what: string; company_id: number; actor: string | null }>`
        select what, company_id, actor from audit_event where user_id = ${accountant.id} and actor is not null`,
    );
    for (const line of lines) expect(line.actor).toMatch(/^firm: /);
    const shown = await api.get('/api/audit?action=company-entered', { token: company.admin.token });
    const role = expect.stringMatching(/^Бухгалтерия .+, менеджер$/);
    expect(shown.body.data[0].actor).toMatchObject({ id: accountant.id, role });
    const ended = await rows(
      api.ctx.db.system,
      sql<{ company_id: number }>`
        select company_id from audit_event where what = 'delegation-ended' and targets @> ${JSON.stringify([{ kind: 'delegation', id }])}::jsonb
        order by company_id`,
    );
    expect(ended.map((line) => line.company_id)).toEqual([company.id, firm.id].toSorted((a, b) => a - b));
  });

  it('other companies, roles without the right and the wrong side are refused', async () => {
    const { company, firm, accountant, id } = await givenDelegation();
    const stranger = await givenClient(api);
    expect(await list(stranger.admin)).toEqual([]);
    for (const { status } of [
      await accept(stranger.admin, id),
      await end(stranger.admin, id),
      await addPerson(stranger.admin, id, stranger.admin),
      await addPerson(firm.admin, id, stranger.admin),
      await accept(company.admin, id),
      await addPerson(company.admin, id, company.admin),
    ])
      expect(status).toBe(404);
    // A manager of the company by delegation opens nothing to others.
    expect((await api.get('/api/delegations', { token: accountant.token })).status).toBe(403);
    expect((await api.get('/api/delegations')).status).toBe(401);
    expect((await addPerson(firm.admin, id, accountant)).status).toBe(409);
  });

  it('bad terms are refused with the field', async () => {
    const { company, firm } = await givenFirm();
    for (const [field, json] of [
      ['inn', { inn: company.inn, role_id: 9 }],
      ['inn', { inn: '123', role_id: 9 }],
      ['role_id', { inn: firm.inn, role_id: 8 }],
      ['until', { inn: firm.inn, role_id: 9, until: '2001-01-01' }],
      ['phone', { inn: firm.inn, role_id: 9, phone: '79001112233' }],
      ['max_sum', { inn: firm.inn, role_id: 9, max_sum: -1 }],
    ] as const) {
      const { status, body } = await letIn(company, json);
      expect([status, Object.keys(body.error_messages ?? {})]).toEqual([400, [field]]);
    }
    expect((await letIn(company, { inn: firm.inn, role_id: 9 })).status).toBe(200);
    expect((await letIn(company, { inn: firm.inn, role_id: 9 })).status).toBe(400);
  });
});

describe('a firm outside the programme', () => {
  it('is invited by the phone of its head and gets only this', async () => {
    const { company, card } = await givenFirm();
    const head = await givenPerson(api);
    const { body } = await letIn(company, { inn: OUTSIDE_INN, role_id: 10, phone: head.phone });
    const { id } = body.data;
    const [invitation] = (await api.get('/api/invitations', { token: head.token })).body.data;
    expect(invitation).toMatchObject({ company: { inn: OUTSIDE_INN }, role_id: 8 });
    await api.post(`/api/invitations/${invitation.id}/accept`, { token: head.token });
    expect(await list(head)).toMatchObject([{ id, side: 'received', state: 'waiting' }]);
    expect((await accept(head, id)).status).toBe(200);
    expect((await addPerson(head, id, head)).status).toBe(200);
    expect((await api.get('/api/users/profile', { token: head.token })).status).toBe(200);
    expect((await enter(head, company.id)).status).toBe(200);
    const cards = await readCards(head);
    expect(cards.body.data.map((own: { id: number }) => own.id)).toEqual([card.id]);
    // Another company that names the same phone reaches the same firm, and one that names another phone does not.
    const second = await givenClient(api);
    await letIn(second, { inn: OUTSIDE_INN, role_id: 10, phone: head.phone });
    const third = await givenClient(api);
    await letIn(third, { inn: OUTSIDE_INN, role_id: 10, phone: '79001112299' });
    await letIn(await givenClient(api), { inn: OUTSIDE_INN, role_id: 10 });
    const firmId = (await api.get('/api/companies', { token: head.token })).body.data[0].id;
    await enter(head, firmId);
    expect((await list(head)).map((own: { company: { inn: string } }) => own.company.inn)).toEqual([
      second.inn,
      company.inn,
    ]);
  });
});

it('two companies that invite the same head before the answer reach one firm', async () => {
  const companies = [await givenClient(api), await givenClient(api), await givenClient(api)];
  const head = await givenPerson(api);
  const terms = { inn: OUTSIDE_INN, role_id: 10, phone: head.phone };
  // Two of them at the same moment.
  await Promise.all(companies.slice(0, 2).map((company) => letIn(company, terms)));
  await letIn(companies[2] as GivenCompany, terms);
  const invitations = (await api.get('/api/invitations', { token: head.token })).body.data;
  expect(invitations).toHaveLength(1);
  await api.post(`/api/invitations/${invitations[0].id}/accept`, { token: head.token });
  expect((await list(head)).map((own: { company: { inn: string } }) => own.company.inn).toSorted()).toEqual(
    companies.map(({ inn }) => inn).toSorted(),
  );
});

it('a head who declined, and is invited again, becomes the admin of another firm', async () => {
  const [first, second] = [await givenClient(api), await givenClient(api)];
  const head = await givenPerson(api);
  const terms = { inn: OUTSIDE_INN, role_id: 10, phone: head.phone };
  await letIn(first, terms);
  const [declined] = (await api.get('/api/invitations', { token: head.token })).body.data;
  await api.post(`/api/invitations/${declined.id}/decline`, { token: head.token });
  await letIn(second, terms);
  const [invitation] = (await api.get('/api/invitations', { token: head.token })).body.data;
  await api.post(`/api/invitations/${invitation.id}/accept`, { token: head.token });
  expect(await list(head)).toMatchObject([{ company: { inn: second.inn }, state: 'waiting' }]);
});

it('what is seen is what is granted at that moment, after any grants and ends', async () => {
  const { firm, accountant } = await givenFirm();
  const companies = [await givenClient(api), await givenClient(api)];
  for (const company of companies) await givenCard(api, company.id);
  const open = new Map<number, { id: number; isNamed: boolean }>();
  const step = fc.record({
    what: fc.constantFrom('give', 'name', 'take', 'endByCompany', 'endByFirm', 'enter'),
    at: fc.nat(1),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      for (const { what, at } of steps) {
        const company = companies[at] as GivenCompany;
        const own = open.get(at);
        if (what === 'give' && !own) {
          await sql`update delegation set granted_at = granted_at - interval '2 days'`.execute(
            api.ctx.db.system,
          );
          const { id } = (await letIn(company, { inn: firm.inn, role_id: 10 })).body.data;
          await accept(firm.admin, id);
          open.set(at, { id, isNamed: false });
        }
        if (what === 'name' && own) {
          expect((await addPerson(firm.admin, own.id, accountant)).status).toBe(own.isNamed ? 409 : 200);
          own.isNamed = true;
        }
        if (what === 'take' && own?.isNamed) {
          await api.delete(`/api/delegations/${own.id}/people/${accountant.id}`, { token: firm.admin.token });
          own.isNamed = false;
        }
        if ((what === 'endByCompany' || what === 'endByFirm') && own) {
          expect((await end(what === 'endByFirm' ? firm.admin : company.admin, own.id)).status).toBe(200);
          open.delete(at);
        }
        if (what === 'enter') {
          const mayEnter = open.get(at)?.isNamed ?? false;
          expect((await enter(accountant, company.id)).status).toBe(mayEnter ? 200 : 404);
          if (mayEnter) expect((await readCards(accountant)).status).toBe(200);
        }
        const { body } = await api.get('/api/companies', { token: accountant.token });
        const named = [...open].filter(([, { isNamed }]) => isNamed).map(([place]) => companies[place]?.id);
        const listed = body.data.filter(({ via }: { via: string }) => via === 'delegation');
        expect(new Set(listed.map(({ id }: { id: number }) => id))).toEqual(new Set(named));
      }
    }),
    { numRuns: 15 },
  );
});
