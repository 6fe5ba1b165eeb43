import { afterAll, beforeAll, expect, test } from 'vitest';
import { isStaffAction } from '#contract/staff-access.ts';
import { allCalls } from '#contract/calls.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { givenInvoice } from '../../testing/givens/given-bank-file.ts';
import { givenDocument } from '../../testing/givens/given-document.ts';
import { givenOrder } from '../../testing/givens/given-order.ts';
import { givenCard, givenCompany, givenStaff, type GivenCompany } from '../../testing/givens/factories.ts';

let api: TestApi;
let ours: GivenCompany;
let theirs: GivenCompany;
/** Things of the other company, by the part of the path before the id. */
let things: Record<string, number>;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  ours = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  theirs = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  const staff = await givenStaff(api);
  const { token } = theirs.admin;
  const data = async (path: string, json: object) => (await api.post(path, { token, json })).body.data.id;
  const card = (await givenCard(api, theirs.id)).id;
  const sessions = await api.get('/api/sessions', { token });
  things = {
    sessions: sessions.body.data[0].id,
    factor: 1,
    cardsRequest: (await givenOrder(api, theirs.admin)).id,
    card,
    cards: card,
    keys: await data('/api/keys', { title: 'Их ключ', scopes: ['cards:read'] }),
    webhooks: await data('/api/webhooks', { url: 'https://example.ru/', types: ['card.changed'] }),
    deliveries: 1,
    sendings: 1,
    mailings: await data('/api/mailings', MAILING),
    channels: 1,
    drivers: await data('/api/drivers', { surname: 'Рябов', name: 'Пётр' }),
    links: await driverLink(card, token),
    vehicles: await data('/api/vehicles', { plate: 'А123ВС77' }),
    groups: await data('/api/vehicle-groups', { title: 'Север' }),
    signals: 1,
    plans: 1,
    client: theirs.id,
    changes: 1,
    sets: (await api.put('/api/rules/sets', { token, json: { title: 'Их набор', rules: [] } })).body.data.id,
    exceptions: 1,
    invoices: (await givenInvoice(api, theirs, 100)).id,
    doc: await givenDocument(api, staff, theirs),
    access: 1,
    invitations: await data('/api/users', { phone: '79115557788', firstname: 'Инна', role_id: 10 }),
    views: await data('/api/views', { list: 'cards', name: 'Их вид', query: 'status=1', shared: true }),
  };
});
afterAll(() => api.stop());

async function driverLink(cardId: number, token: string): Promise<number> {
  const driver = { surname: 'Ёлкин', name: 'Иван', phone: '79115557799' };
  const { body } = await api.post('/api/drivers', { token, json: driver });
  await api.post(`/api/card/${cardId}/driver/${body.data.id}/set`, { token });
  const made = await api.post(`/api/card/${cardId}/driver-links`, {
    token,
    json: { driver_id: body.data.id },
  });
  return made.body.data.id;
}
const MAILING = {
  title: 'Их отчёт',
  report: 'cards',
  rhythm: 'day',
  hour: 9,
  format: 'xlsx',
  addresses: ['office@their.example'],
};

/** Every call of a client that names one thing by its id. */
const CALLS = allCalls.filter(
  ({ caller, path }) => caller !== 'public' && !isStaffAction(caller) && path.includes('/:id'),
);

/** A few values for fields that such calls have, so that they get past what is missing. */
const INPUT = {
  sms: '123456',
  sum: 10,
  mode: 1,
  comment: 'x',
  driver_id: 1,
  role_id: 10,
  block: 1,
  status: 1,
};

test('every kind of thing that a call names by its id is tried', () => {
  const kinds = new Set(CALLS.map(({ path }) => getTargetKind(path)));
  expect([...kinds].filter((kind) => !(kind in things))).toEqual([]);
});

test.each(CALLS.map((call) => [call.name, call] as const))(
  '§6.4 calls 1: %s finds nothing of another company, for any caller',
  async (_, { method, path }) => {
    const id = things[getTargetKind(path)] as number;
    const target = path.replace(':id', String(id)).replaceAll(/:\w+/g, '1');
    const json = method === 'GET' ? undefined : INPUT;
    const { token } = ours.admin;
    const ask = { GET: api.get, POST: api.post, PUT: api.put, DELETE: api.delete }[method];
    const reply = await ask(target, { token, json });
    expect([400, 403, 404]).toContain(reply.status);
    expect(JSON.stringify(reply.body)).not.toContain(theirs.inn);
    // A caller without a sandbox is refused for that first.
    if (method === 'GET') expect(reply.status).toBe(path.startsWith('/api/v1/sandbox/') ? 403 : 404);
  },
);

function getTargetKind(path: string): string {
  return /(\w+)\/:id/.exec(path)?.[1] as string;
}
