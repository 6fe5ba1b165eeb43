import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ALL_NETWORKS, PARTNER } from '#contract/ids.ts';
import { getOnlyRow } from '../../../../db/database.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { askOwner } from '../../../../testing/ask-owner.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../../testing/givens/close-month.ts';
import {
  givenCode,
  givenCompany,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import { givenOrder, type GivenOrder } from '../../../../testing/givens/given-order.ts';
import { readPdfText } from '../../../../testing/read-pdf-text.ts';
import { approveOrder } from '../../../orders/orders/approve-order.ts';
import { issueCards } from '../../../orders/orders/issue-cards.ts';
import { closeCompanies } from './close-companies.ts';
import { publishCardAct } from './publish-card-act.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

let serial = 0;

/** The network issues this many cards for an item; returns their numbers. */
async function issue(itemId: number, count: number): Promise<string[]> {
  const { requestId } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ requestId: string }>`
      select network_request_id as "requestId" from card_request_item where id = ${itemId}`,
  );
  const numbers = Array.from({ length: count }, () => `70058877${String((serial += 1)).padStart(8, '0')}`);
  await issueCards(
    api.ctx,
    requestId,
    numbers.map((number) => ({ number, isVirtual: false })),
  );
  return numbers;
}

async function givenApproved(
  company: GivenCompany,
  items?: { partner: number; count: number }[],
): Promise<GivenOrder> {
  const order = await givenOrder(api, company.admin, items);
  await approveOrder(api.ctx, order.id);
  return order;
}

interface ListedAct {
  id: number;
  title: string;
  kind: string;
  partner_id: number;
  object_until: string;
  month: string;
}

async function listActs({ admin: { token } }: GivenCompany): Promise<ListedAct[]> {
  const { body } = await api.get('/api/doc', { token });
  return Object.entries<Omit<ListedAct, 'month'>[]>(body.data).flatMap(([month, list]) =>
    list.filter(({ kind }) => kind === 'cards').map((item) => ({ ...item, month })),
  );
}

async function readText({ admin: { token } }: GivenCompany, { id }: ListedAct): Promise<string> {
  return readPdfText((await api.get(`/api/doc/${id}/download`, { token })).bytes);
}

/** Formats a number as printed, in groups of four. */
const printed = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');

/** Orders whose act the queue is to publish. */
async function queued(): Promise<string[]> {
  const jobs = await askOwner<{ key: string }>(
    api,
    `select key from graphile_worker.jobs where task_identifier = 'publish-card-act'`,
  );
  return jobs.map(({ key }) => key);
}

test('the act of an order’s cards comes with its last card, with whole numbers', async () => {
  const company = await givenCompany(api);
  const { id, itemIds } = await givenApproved(company, [
    { partner: PARTNER.rn, count: 1 },
    { partner: PARTNER.gpn, count: 2 },
  ]);
  const [rn, gpn] = itemIds as [number, number];
  const first = await issue(rn, 1);
  expect(await queued()).not.toContain(`card-act:${id}`);
  await publishCardAct(api.ctx, id);
  expect(await listActs(company)).toEqual([]);

  const last = await issue(gpn, 2);
  expect(await queued()).toContain(`card-act:${id}`);
  await publishCardAct(api.ctx, id);
  const [act, ...others] = await listActs(company);
  expect(others).toEqual([]);
  expect(act).toMatchObject({ title: `Акт приёма-передачи карт № ${id}`, partner_id: ALL_NETWORKS });
  expect(act?.month).toBe(api.clock.now().toISOString().slice(0, 7));
  const text = await readText(company, act!);
  for (const number of [...first, ...last]) expect(text.replaceAll('\u00a0', ' ')).toContain(printed(number));
  expect(text).toContain(`Основание: заявка № ${id} от`);
  expect(text).toContain('Всего передано карт: 3');
  expect(text).toContain('РН-Карт');
  expect(text).toContain('Газпромнефть');
});

test('cards of one network have their act under it, confirmed like any document', async () => {
  const company = await givenCompany(api);
  const { id, itemIds } = await givenApproved(company, [{ partner: PARTNER.gpn, count: 1 }]);
  await issue(itemIds[0]!, 1);
  await publishCardAct(api.ctx, id);
  const [act] = await listActs(company);
  expect(act).toMatchObject({ partner_id: PARTNER.gpn, received: null, objection: null });
  const json = {
    partner_id: PARTNER.gpn,
    date: act?.month,
    id: act?.id,
    sms: await givenCode(api, company.admin, 'document', act?.month),
  };
  const answer = await api.post('/api/doc/acceptDoc', { token: company.admin.token, json });
  expect(answer.body.data).toMatchObject({ confirmed: [act?.id] });
});

test('an act is published once, however often and at once its job runs', async () => {
  const company = await givenCompany(api);
  const { id, itemIds } = await givenApproved(company);
  await issue(itemIds[0]!, 2);
  await Promise.all([1, 2, 3].map(() => publishCardAct(api.ctx, id)));
  await publishCardAct(api.ctx, id);
  expect(await listActs(company)).toHaveLength(1);
});

test('a process that dies after storing the file publishes the act at the next run', async () => {
  const company = await givenCompany(api);
  const { id, itemIds } = await givenApproved(company);
  await issue(itemIds[0]!, 2);
  const dying = vi.spyOn(api.ctx.db, 'inSystem').mockRejectedValueOnce(new Error('the process died'));
  await expect(publishCardAct(api.ctx, id)).rejects.toThrow('the process died');
  dying.mockRestore();
  expect(await listActs(company)).toEqual([]);
  await publishCardAct(api.ctx, id);
  expect(await listActs(company)).toHaveLength(1);
});

test('another company neither sees an act nor downloads it', async () => {
  const company = await givenCompany(api);
  const { id, itemIds } = await givenApproved(company);
  await issue(itemIds[0]!, 2);
  await publishCardAct(api.ctx, id);
  const [act] = await listActs(company);
  const other = await givenCompany(api);
  expect(await listActs(other)).toEqual([]);
  const { status } = await api.get(`/api/doc/${act?.id}/download`, { token: other.admin.token });
  expect(status).toBe(404);
});

test('no card is in two acts, of its month and of its order', async () => {
  const company = await givenCompany(api);
  api.clock.setTo('2026-12-10T09:00:00Z');
  const whole = await givenApproved(company, [{ partner: PARTNER.gpn, count: 1 }]);
  const [acted] = (await issue(whole.itemIds[0]!, 1)) as [string];
  await publishCardAct(api.ctx, whole.id);
  const half = await givenApproved(company, [
    { partner: PARTNER.gpn, count: 1 },
    { partner: PARTNER.rn, count: 1 },
  ]);
  const [early] = (await issue(half.itemIds[0]!, 1)) as [string];
  expect((await closeMonth(api, staff, '2026-12', OVERRIDE_ALL)).status).toBe(200);
  await closeCompanies(api.ctx, '2026-12');
  const [late] = (await issue(half.itemIds[1]!, 1)) as [string];
  await publishCardAct(api.ctx, half.id);
  const acts = await listActs(company);
  const texts = await Promise.all(acts.map((act) => readText(company, act)));
  const numbers = texts.map((text) =>
    [acted, early, late].filter((number) => text.replaceAll('\u00a0', ' ').includes(printed(number))),
  );
  expect(numbers).toHaveLength(3);
  expect(numbers).toEqual(expect.arrayContaining([[acted], [early], [late]]));
});
