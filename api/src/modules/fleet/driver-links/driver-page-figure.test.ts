import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CARD_STATUS } from '#contract/ids.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenPerson, type GivenCard, type GivenCompany } from '../../../testing/givens/factories.ts';
import { givenDriverPage } from '../../../testing/givens/given-driver-page.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { putMaintenance } from '../../programme/maintenance/maintenance.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { NETWORK_PATIENCE_MS: '0' } });
});
afterAll(() => api?.stop());

const NOT_NOW = 'Сейчас заправиться не получится';

/** 100 litres for 7 866,00 ₽: the card's litre costs 78,66 ₽. */
const fillOnce = (card: GivenCard) =>
  givenSales(api, card, [{ sum: 7_866_00, litres: 100, at: '2026-09-10T09:00:00Z' }]);

const setRules = (rules: object[]) => (card: GivenCard, company: GivenCompany) =>
  api.put(`/api/card/${card.id}/rules`, { token: company.admin.token, json: { rules } });

describe('litres that can be filled', () => {
  test('are the money by the price of the last filling when the limit allows more', async () => {
    const page = await givenDriverPage(api, {
      balanceKopecks: 20_924_40,
      prepare: async (card, company) => {
        await fillOnce(card);
        await setRules([{ kind: 'litres_month', value: 350 }])(card, company);
      },
    });
    const text = await page.read();
    expect(text).toContain('Можно залить до 166 л');
    expect(text).toMatch(/на карте 13 058 ₽ · (лимит|по лимиту ещё) \d+ л/);
    expect(text).toContain('Считаем по 78,66 ₽ за литр');
  });

  test('are the limit when the money is enough for more, and no price is needed', async () => {
    const page = await givenDriverPage(api, {
      balanceKopecks: 900_000_00,
      prepare: setRules([{ kind: 'litres_day', value: 60 }]),
    });
    const text = await page.read();
    expect(text).toContain('Можно залить до 60 л');
    expect(text).toContain('лимит 60 л');
    expect(text).not.toContain('Считаем по');
  });

  test('are at most those of one filling, and of a limit in rubles by the price', async () => {
    const page = await givenDriverPage(api, {
      balanceKopecks: 900_000_00,
      prepare: async (card) => fillOnce(card),
    });
    await setRules([{ kind: 'sum_once', value: 7_866 }])(page.card, page.company);
    expect(await page.read()).toContain('Можно залить до 100 л');
    await setRules([{ kind: 'litres_filling', value: 40 }])(page.card, page.company);
    expect(await page.read()).toContain('Можно залить до 40 л');
  });

  test('are named once where the card’s limit is its only rule', async () => {
    const page = await givenDriverPage(api, { balanceKopecks: 900_000_00 });
    const limit = { unit_count: 350, unit_type: 'amount', period: 'P1D', goodsGroups: [] };
    const { token } = page.company.admin;
    await api.post(`/api/card/${page.card.id}/setLimit`, { token, json: limit });
    const text = await page.read();
    expect(text).toMatch(/Лимит карты До 350 л в сутки 0 из 350 л/);
    expect(text).not.toContain('Правила карты');
    const { body } = await api.get(`/api/card/${page.card.id}/rules`, { token });
    const rules = [...body.data.rules, { kind: 'litres_filling', value: 40 }];
    await api.put(`/api/card/${page.card.id}/rules`, { token, json: { rules } });
    expect(await page.read()).toMatch(/Лимит карты 0 из 350 л .* Правила карты/);
  });

  test('are not promised when neither a price nor a limit is known', async () => {
    const page = await givenDriverPage(api);
    const text = await page.read();
    expect(text).toContain('Можно заправляться на карте 13 058 ₽');
    expect(text).not.toContain('Можно залить до');
  });
});

describe('why there are none', () => {
  async function expectStop(page: { read(): Promise<string> }, reason: string): Promise<void> {
    const text = await page.read();
    expect(text).toContain(NOT_NOW);
    expect(text).toContain(reason);
    expect(text).not.toContain('Можно залить до');
  }

  test('the card has no money, or not enough for a litre', async () => {
    const empty = await givenDriverPage(api, { balanceKopecks: 0 });
    await expectStop(empty, 'На карте не хватает денег');
    const poor = await givenDriverPage(api, { balanceKopecks: 7_896_00, prepare: fillOnce });
    await expectStop(poor, 'на карте 30 ₽');
  });

  test('the card is blocked or not set up', async () => {
    const page = await givenDriverPage(api);
    const setStatus = (statusId: number) =>
      sql`update card set status_id = ${statusId} where id = ${page.card.id}`.execute(api.ctx.db.system);
    await setStatus(CARD_STATUS.blocked);
    await expectStop(page, 'Карта заблокирована');
    await setStatus(CARD_STATUS.notSetUp);
    await expectStop(page, 'Карта ещё не настроена');
  });

  test('a rule of the company forbids it now, and its own sentence says how', async () => {
    const page = await givenDriverPage(api);
    const weekday = ((api.clock.now().getUTCDay() + 2) % 7) + 1;
    await setRules([{ kind: 'hours', value: { days: [weekday], from: '10:00', to: '11:00' } }])(
      page.card,
      page.company,
    );
    await expectStop(page, 'В это время заправляться нельзя По правилу');
  });

  test('a limit is spent, and its period is named', async () => {
    const page = await givenDriverPage(api, { balanceKopecks: 900_000_00 });
    await setRules([{ kind: 'litres_day', value: 100 }])(page.card, page.company);
    await givenSales(api, page.card, [{ sum: 100, litres: 100, at: api.clock.now().toISOString() }]);
    await expectStop(page, 'Лимит на сегодня исчерпан');
  });

  test('a spent budget of the group leaves the card’s own limit among its rules', async () => {
    const page = await givenDriverPage(api, { balanceKopecks: 900_000_00 });
    const { token } = page.company.admin;
    const limit = { unit_count: 350, unit_type: 'amount', period: 'P1D', goodsGroups: [] };
    await api.post(`/api/card/${page.card.id}/setLimit`, { token, json: limit });
    const { body } = await api.post('/api/card-groups', { token, json: { title: 'Склад' } });
    const json = { ids: [page.card.id], group_id: body.data.id };
    await api.post('/api/card-groups/cards', { token, json });
    const rules = [{ kind: 'together_sum_month', value: 100 }];
    await api.put(`/api/rules/groups/${body.data.id}`, { token, json: { rules } });
    await givenSales(api, page.card, [{ sum: 150_00, litres: 2, at: api.clock.now().toISOString() }]);
    await expectStop(page, 'Бюджет группы «Склад» исчерпан: 150 из 100 ₽ в месяц');
    const text = await page.read();
    expect(text).not.toContain('по лимиту ещё');
    expect(text).not.toContain('Лимит карты');
    expect(text).toMatch(/Правила карты .*Осталось на сегодня 348 л из 350 л/);
  });

  test('the network is at work on itself, or silent', async () => {
    const page = await givenDriverPage(api);
    const { partnerId } = page.card;
    const now = api.clock.now();
    const works = {
      partnerId,
      message: 'Обновление процессинга',
      startsAt: now,
      endsAt: new Date(now.getTime() + 60_000),
    };
    await putMaintenance(api.ctx.db.system, works);
    await expectStop(page, 'Обновление процессинга');
    api.clock.advanceSeconds(61);
    const breaker = api.ctx.getBreaker(partnerId);
    for (const command of ['1', '2', '3', '4', '5']) breaker.unanswered(command);
    await expectStop(page, 'Сеть не отвечает');
    breaker.answered();
    expect(await page.read()).not.toContain(NOT_NOW);
  });
});

describe('whose page it is', () => {
  test('the page names company, truck, driver and card', async () => {
    const page = await givenDriverPage(api, {
      prepare: (card, company) =>
        api.post('/api/vehicles', {
          token: company.admin.token,
          json: { plate: 'Р140ТТ790', card_ids: [card.id] },
        }),
    });
    const { title } = (
      await sql<{ title: string }>`select title from company where id = ${page.company.id}`.execute(
        api.ctx.db.system,
      )
    ).rows[0] as { title: string };
    expect((await page.read()).replaceAll('&quot;', '"')).toContain(
      `${title} Р 140 ТТ 790 Волков Пётр Газпромнефть, карта •• ${page.card.number.slice(-4)}`,
    );
  });

  test('the number that the company gave is rung by a button, until it is taken away', async () => {
    const page = await givenDriverPage(api);
    const { token } = page.company.admin;
    const set = (json: object) => api.put('/api/dispatcher-phone', { token, json });
    expect(await page.read()).not.toContain('Позвонить диспетчеру');
    expect((await set({ phone: '+7 (900) 123-45-67' })).body.data).toEqual({ phone: '79001234567' });
    expect(await (await page.open()).text()).toMatch(/href="tel:\+79001234567">Позвонить диспетчеру</);
    expect((await api.get('/api/dispatcher-phone', { token })).body.data).toEqual({ phone: '79001234567' });
    const { body } = await api.get('/api/audit', { token });
    expect(body.data.map((line: { action: string }) => line.action)).toContain('setDispatcherPhone');
    expect((await set({ phone: '12' })).body.error_messages?.phone).toBeTruthy();
    const specialist = await givenPerson(api, { companyId: page.company.id, role: 'specialist' });
    const refused = await api.put('/api/dispatcher-phone', { token: specialist.token, json: {} });
    expect(refused.status).toBe(403);
    const other = await givenDriverPage(api);
    expect(await other.read()).not.toContain('Позвонить диспетчеру');
    await set({});
    expect(await page.read()).not.toContain('Позвонить диспетчеру');
  });
});
