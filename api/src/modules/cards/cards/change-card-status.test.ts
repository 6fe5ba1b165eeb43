import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CARD_STATUS, OPERATION_STATUS, PARTNER } from '#contract/ids.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCard, givenCompany, givenPerson, type GivenPerson } from '../../../testing/givens/factories.ts';
import { carryOutOperation } from '../../fuel/settlement/carry-out-operation.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});

afterAll(() => api.stop());

const change = (person: GivenPerson, cardId: number) =>
  api.post(`/api/card/${cardId}/changeStatus`, { token: person.token, form: {} });

/** Acts as the queue: sends to the network, waits for it, and reads its answer. */
async function networkConfirms(operationId: number): Promise<void> {
  await carryOutOperation(api.ctx, operationId);
  api.clock.advanceSeconds(4);
  await api.pollNetworks();
}

async function findOperation(cardId: number) {
  return getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number; status_id: number; type_id: number; reason: string | null }>`
      select id, status_id, type_id, reason from operation where card_id = ${cardId} order by id desc limit 1`,
  );
}

describe("access to changing a card's status", () => {
  test('§4.9 §6.4 a specialist can’t block a card', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id);
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    const answer = await change(specialist, card.id);
    expect(answer.status).toBe(403);
    expect(answer.body.message).toBe('Недостаточно прав');
  });

  test('no change without a session or before the agreement is accepted', async () => {
    const company = await givenCompany(api, { termsAccepted: false });
    const card = await givenCard(api, company.id);
    expect((await api.post(`/api/card/${card.id}/changeStatus`)).status).toBe(401);
    const answer = await change(company.admin, card.id);
    expect(answer.status).toBe(403);
    expect(answer.body.message).toBe('Примите рамочное соглашение');
  });

  test('another company’s card is no different from a card that does not exist', async () => {
    const mine = await givenCompany(api);
    const card = await givenCard(api, (await givenCompany(api)).id);
    const foreign = await change(mine.admin, card.id);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual((await change(mine.admin, 999_999_999)).body);
  });

  test('§4.10 no change while the card’s network, or everything, is in maintenance', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id, { partnerId: PARTNER.third });
    for (const partner of [PARTNER.third, 0]) {
      await sql`insert into maintenance values (${partner}, 'Сеть обновляется', ${new Date('2026-09-15')}, ${new Date('2026-09-16')})`.execute(
        api.ctx.db.system,
      );
      const answer = await change(company.admin, card.id);
      await sql`delete from maintenance`.execute(api.ctx.db.system);
      expect(answer.status).toBe(503);
      expect(answer.body.message).toBe('Сеть обновляется');
    }
  });

  test('§4.2 a card that is not set up can’t be blocked', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id, { statusId: CARD_STATUS.notSetUp });
    const answer = await change(company.admin, card.id);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('не настроена');
  });
});

describe('the block', () => {
  test('§1.9 §3.6 §4.5 §4.6 §7.27 §9.28 §9.29 a change is in progress until the network confirms the block or unblock', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id);
    const requested = await change(company.admin, card.id);
    expect(requested.status).toBe(200);
    expect(requested.body.data.status.id).toBe(1);
    expect(requested.body.data.inProgressOperations).toMatchObject([{ type: { id: 3 }, type_id: 3, sum: 0 }]);
    await networkConfirms(requested.body.data.inProgressOperations[0].id);

    const blocked = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
    expect(blocked.body.data.status).toEqual({ id: 2, title: 'Заблокирована' });
    expect(blocked.body.data.inProgressOperations).toEqual([]);

    const again = await change(company.admin, card.id);
    expect(again.body.data.inProgressOperations).toMatchObject([{ type_id: 4 }]);
    await networkConfirms(again.body.data.inProgressOperations[0].id);
    const active = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
    expect(active.body.data.status.id).toBe(CARD_STATUS.active);
  });

  test('§4.8 asked again while it is in progress is ignored: 200 and the card as it is', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id);
    const first = await change(company.admin, card.id);
    const second = await change(company.admin, card.id);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
  });

  test('§4.8 asked eight times at once is one operation', async () => {
    const company = await givenCompany(api);
    // The first round opens the connections; from the second on the requests really meet.
    for (let round = 0; round < 4; round++) {
      const card = await givenCard(api, company.id);
      const answers = await Promise.all(Array.from({ length: 8 }, () => change(company.admin, card.id)));
      expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 8 }, () => 200));
      const counted = await getOnlyRow(
        api.ctx.db.system,
        sql<{ count: number }>`select count(*) as count from operation where card_id = ${card.id}`,
      );
      expect(counted.count).toBe(1);
    }
  });

  test('a network that refuses (a card ending in 13) leaves the card as it was', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id, { number: '7005800000000013' });
    const requested = await change(company.admin, card.id);
    await networkConfirms(requested.body.data.inProgressOperations[0].id);
    const after = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
    expect(after.body.data.status.id).toBe(CARD_STATUS.active);
    expect(after.body.data.inProgressOperations).toEqual([]);
    expect(await findOperation(card.id)).toMatchObject({
      status_id: OPERATION_STATUS.failed,
      reason: expect.stringContaining('отказала'),
    });
  });
});
