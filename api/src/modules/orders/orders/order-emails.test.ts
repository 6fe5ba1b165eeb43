import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { freeInn, givenOrder, order, type GivenOrder } from '../../../testing/givens/given-order.ts';
import { givenAddress, listEmailsTo } from '../../../testing/emails.ts';
import { approveOrder } from './approve-order.ts';
import { askForCards } from './ask-for-cards.ts';
import { issueCards } from './issue-cards.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});
afterEach(() => api.setMood(() => undefined));
afterAll(() => api.stop());

/** Returns the subjects without the email that confirmed the address. */
const subjectsTo = async (address: string) =>
  (await listEmailsTo(api, address))
    .map(({ subject }) => subject)
    .filter((subject) => !subject.startsWith('Подтвердите'));

const reject = (id: number, reason: string) =>
  api.post(`/staff/api/requests/${id}/reject`, { token: staff.token, json: { reason } });

describe('the «карты готовы» email (§2.44)', () => {
  test('it comes to the order’s author, once, with the last of the cards', async () => {
    const { id: companyId, admin } = await givenCompany(api);
    const author = await givenPerson(api, { companyId, role: 'manager' });
    const address = await givenAddress(api, author, { confirmed: true });
    const others = await givenAddress(api, admin, { confirmed: true });
    const items = [
      { partner: PARTNER.gpn, count: 3 },
      { partner: PARTNER.third, count: 1 },
    ];
    const { id, itemIds } = await givenOrder(api, author, items);
    await approveOrder(api.ctx, id);
    await askForCards(api.ctx, itemIds[0]!);
    api.clock.advanceSeconds(11);
    await api.pollNetworks();
    expect(await subjectsTo(address)).toEqual([]);
    await askForCards(api.ctx, itemIds[1]!);
    api.clock.advanceSeconds(11);
    await api.pollNetworks();
    await api.pollNetworks();
    expect(await subjectsTo(address)).toEqual([`Карты по заявке № ${id} готовы`]);
    const [email] = await listEmailsTo(api, address);
    expect(email?.plain).toContain(`По заявке № ${id} выпущено 4\u00a0карты. Они уже в личном кабинете.`);
    expect(email?.headers).toHaveProperty('List-Unsubscribe');
    expect(await subjectsTo(others)).toEqual([]);
  });

  test('it is sent once where two networks report the cards at the same time', async () => {
    const { admin } = await givenCompany(api);
    const address = await givenAddress(api, admin, { confirmed: true });
    const { id, itemIds } = await givenOrder(api, admin, [{ partner: PARTNER.gpn, count: 1 }]);
    await approveOrder(api.ctx, id);
    const { network_request_id: requestId } = await getOnlyRow(
      api.ctx.db.system,
      sql<{ network_request_id: string }>`
        select network_request_id from card_request_item where id = ${itemIds[0]}`,
    );
    const cards = [{ number: '7005899999998801', isVirtual: false }];
    await Promise.all([1, 2, 3].map(() => issueCards(api.ctx, requestId, cards)));
    expect(await subjectsTo(address)).toEqual([`Карты по заявке № ${id} готовы`]);
  });

  test('it needs a confirmed address, and skips a colleague who has left', async () => {
    const { id: companyId, admin } = await givenCompany(api);
    const silent = await givenAddress(api, admin, { confirmed: false });
    const left = await givenPerson(api, { companyId, role: 'manager' });
    const leftAddress = await givenAddress(api, left, { confirmed: true });
    const issue = async ({ id, itemIds }: GivenOrder) => {
      await approveOrder(api.ctx, id);
      await askForCards(api.ctx, itemIds[0]!);
      api.clock.advanceSeconds(11);
      await api.pollNetworks();
    };
    const one = [{ partner: PARTNER.gpn, count: 1 }];
    await issue(await givenOrder(api, admin, one));
    const ordered = await givenOrder(api, left, one);
    await sql`update app_user set company_id = null, role = 'none' where id = ${left.id}`.execute(
      api.ctx.db.system,
    );
    await issue(ordered);
    expect(await subjectsTo(silent)).toEqual([]);
    expect(await subjectsTo(leftAddress)).toEqual([]);
  });
});

describe('the email of a rejection', () => {
  test('it gives the order’s author the company’s text, once', async () => {
    const { admin } = await givenCompany(api, { unallocatedKopecks: 1_00 });
    const address = await givenAddress(api, admin, { confirmed: true });
    const { id } = await givenOrder(api, admin);
    await reject(id, 'Нет договора');
    await reject(id, 'Нет договора');
    await reject(id, 'Другое');
    expect(await subjectsTo(address)).toEqual([`Заявка № ${id} на карты отклонена`]);
    expect((await listEmailsTo(api, address))[0]?.plain).toContain('Причина: Нет договора');
  });

  test('the rejection email reaches a newcomer whose company leaves the programme by it', async () => {
    const person = await givenPerson(api);
    const address = await givenAddress(api, person, { confirmed: true });
    const made = await order(api, person, { more: { inn: freeInn() } });
    const { id } = made.body.data;
    expect((await reject(id, 'Чужой ИНН')).status).toBe(200);
    expect(await subjectsTo(address)).toEqual([`Заявка № ${id} на карты отклонена`]);
  });
});
