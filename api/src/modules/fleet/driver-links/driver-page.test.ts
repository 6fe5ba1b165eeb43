import { shortNumber } from '#contract/values/card-number.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CARD_STATUS } from '#contract/ids.ts';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { carryOutOperation } from '../../fuel/settlement/carry-out-operation.ts';
import { expandNotices } from '../../messaging/notices/expand-notices.ts';
import { prepareStations } from '../../programme/stations/prepare-stations.ts';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;
let phone: string;
let driverId: number;
let phones = 79117000000;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api?.stop());

beforeEach(async () => {
  company = await givenCompany(api);
  card = await givenCard(api, company.id, { balanceKopecks: 1_000_000_00 });
  phone = String((phones += 1));
  const { token } = company.admin;
  const driver = { surname: 'Волков', name: 'Пётр', phone };
  driverId = (await api.post('/api/drivers', { token, json: driver })).body.data.id;
  await api.post(`/api/card/${card.id}/driver/${driverId}/set`, { token });
});

function makeLink(json: object = { driver_id: driverId }) {
  return api.post(`/api/card/${card.id}/driver-links`, { token: company.admin.token, json });
}

async function linkPath(): Promise<string> {
  const { status, body } = await makeLink();
  expect(status).toBe(200);
  return new URL(body.data.url).pathname;
}

interface Page {
  status: number;
  text: string;
  cookie: string | null;
  headers: Headers;
}

async function open(
  path: string,
  { cookie, form }: { cookie?: string | null; form?: object } = {},
): Promise<Page> {
  const reply = await fetch(new URL(path, api.url), {
    method: form ? 'POST' : 'GET',
    redirect: 'manual',
    headers: cookie ? { cookie } : {},
    ...(form && { body: new URLSearchParams(form as Record<string, string>) }),
  });
  const set = reply.headers.get('set-cookie')?.split(';')[0] ?? null;
  return { status: reply.status, text: await reply.text(), cookie: set, headers: reply.headers };
}

/** The phone's cookie. */
async function bindPhone(path: string): Promise<string> {
  await open(`${path}/code`, { form: {} });
  const bound = await open(`${path}/bind`, { form: { code: api.lastCode(phone) ?? '' } });
  expect(bound.status).toBe(303);
  return bound.cookie ?? '';
}

describe("link to a driver's page", () => {
  test('the link goes to the driver by SMS and alone shows nothing of the card', async () => {
    const path = await linkPath();
    const [message] = (await api.get(`/dev/sms?phone=${phone}`)).body.data;
    expect(message.text).toContain(path);
    const page = await open(path);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Получить код');
    expect(page.text).not.toContain(card.number.slice(-4));
    expect((await open(`${path}/stations?lat=55.7&lon=37.6`)).status).toBe(404);
  });

  test('a phone that enters the code sees the card; a copy of the link does not', async () => {
    const path = await linkPath();
    const cookie = await bindPhone(path);
    const page = await open(path, { cookie });
    expect(page.text).toContain(shortNumber(card.number));
    expect(page.text).toContain('Можно заправляться');
    // With this header a browser starts a process before it paints (decision 97).
    expect(page.headers.get('cross-origin-opener-policy')).toBeNull();
    expect((await open(path)).text).toContain('Получить код');
    const other = await bindPhoneLater(path);
    expect((await open(path, { cookie: other })).text).toContain('Можно заправляться');
    expect((await open(path, { cookie })).text).toContain('Получить код');
  });

  async function bindPhoneLater(path: string): Promise<string> {
    api.clock.advanceSeconds(61);
    return bindPhone(path);
  }

  test('closed, replaced, or its driver taken off the card, it shows nothing', async () => {
    const { token } = company.admin;
    const first = await linkPath();
    const cookie = await bindPhone(first);
    const second = await linkPath();
    expect((await open(first, { cookie })).status).toBe(404);
    const [link] = (await api.get(`/api/card/${card.id}/driver-links`, { token })).body.data;
    expect(link).toMatchObject({ driver: { id: driverId }, bound_at: null });
    expect((await api.delete(`/api/driver-links/${link.id}`, { token })).status).toBe(200);
    expect((await open(second)).status).toBe(404);
    expect((await api.delete(`/api/driver-links/${link.id}`, { token })).status).toBe(404);
    const third = await linkPath();
    await api.post(`/api/card/${card.id}/driver/${driverId}/reset`, { token });
    expect((await open(third)).status).toBe(404);
  });

  test('a link of a driver who was taken off the card stays dead when he comes back', async () => {
    const { token } = company.admin;
    const other = await givenCard(api, company.id);
    const path = await linkPath();
    const cookie = await bindPhone(path);
    const place = (cardId: number, action: 'set' | 'reset') =>
      api.post(`/api/card/${cardId}/driver/${driverId}/${action}`, { token });
    await place(card.id, 'reset');
    await place(other.id, 'set');
    expect((await open(path, { cookie })).status).toBe(404);
    await place(other.id, 'reset');
    await place(card.id, 'set');
    expect((await open(path, { cookie })).status).toBe(404);
    expect((await api.get(`/api/card/${card.id}/driver-links`, { token })).body.data).toEqual([]);
    const next = await linkPath();
    expect((await api.delete(`/api/drivers/${driverId}`, { token })).status).toBe(200);
    expect((await open(next)).status).toBe(404);
    expect((await open(path, { cookie })).status).toBe(404);
  });

  test('a link is made by a fresh code, and the admins are notified of it', async () => {
    const codeAt = new Date(api.clock.now().getTime() - 16 * 60_000);
    const manager = await givenPerson(api, { companyId: company.id, role: 'manager', codeAt });
    const make = (more: object) =>
      api.post(`/api/card/${card.id}/driver-links`, {
        token: manager.token,
        json: { driver_id: driverId, ...more },
      });
    expect((await make({})).body).toMatchObject({ code: 403, reason: 'code' });
    expect(api.ctx.outbox?.messages(phone)).toEqual([]);
    await api.get('/api/sms?purpose=access&subject=createDriverLink', { token: manager.token });
    expect(api.ctx.outbox?.messages(manager.phone)[0]?.text).toContain('ссылка водителю на карту');
    expect((await make({ sms: api.lastCode(manager.phone) })).status).toBe(200);
    await expandNotices(api.ctx);
    const { body } = await api.get('/api/notices', { token: company.admin.token });
    expect(JSON.stringify(body.data)).toContain('водителю Волков Пётр отправлена ссылка');
  });

  test('an invented token and one of another form are the same closed page', async () => {
    for (const path of [`/d/${'x'.repeat(43)}`, '/d/x', '/d/%25%27'])
      expect([path, (await open(path)).status]).toEqual([path, 404]);
  });

  test('a driver’s link needs a driver of this card who has a phone', async () => {
    const { token } = company.admin;
    const made = await api.post('/api/drivers', { token, json: { surname: 'Ёлкин', name: 'Иван' } });
    expect((await makeLink({ driver_id: made.body.data.id })).body.error_messages?.driver_id?.[0]).toMatch(
      /прикрепите/,
    );
    await api.post(`/api/card/${card.id}/driver/${made.body.data.id}/set`, { token });
    expect((await makeLink({ driver_id: made.body.data.id })).body.error_messages?.driver_id?.[0]).toMatch(
      /телефон/,
    );
  });

  test('a link’s token is in no table and no row of the audit log', async () => {
    const path = await linkPath();
    const token = path.split('/').at(-1) ?? '';
    const { body } = await api.get('/api/audit', { token: company.admin.token });
    expect(JSON.stringify(body.data)).toContain('driver-link-made');
    expect(JSON.stringify(body.data)).not.toContain(token);
  });
});

describe("code of a driver's page", () => {
  test('five wrong guesses spend it, and the right one comes too late', async () => {
    const path = await linkPath();
    await open(`${path}/code`, { form: {} });
    const code = api.lastCode(phone) ?? '';
    const wrong = code === '000000' ? '111111' : '000000';
    for (let guess = 0; guess < 5; guess += 1)
      expect((await open(`${path}/bind`, { form: { code: wrong } })).text).toContain('Неверный код');
    expect((await open(`${path}/bind`, { form: { code } })).text).toContain('Слишком много');
  });

  test('the driver’s code is good for ten minutes, and once', async () => {
    const path = await linkPath();
    await open(`${path}/code`, { form: {} });
    const code = api.lastCode(phone) ?? '';
    api.clock.advanceSeconds(601);
    expect((await open(`${path}/bind`, { form: { code } })).text).toContain('Код устарел');
    await open(`${path}/code`, { form: {} });
    const fresh = api.lastCode(phone) ?? '';
    expect((await open(`${path}/bind`, { form: { code: fresh } })).status).toBe(303);
    expect((await open(`${path}/bind`, { form: { code: fresh } })).text).toContain('Сначала получите код');
  });

  test('a code comes once a minute and five times a day, for any caller', async () => {
    const path = await linkPath();
    await open(`${path}/code`, { form: {} });
    expect((await open(`${path}/code`, { form: {} })).text).toContain('через минуту');
    for (let sent = 1; sent < 5; sent += 1) {
      api.clock.advanceSeconds(61);
      expect((await open(`${path}/code`, { form: {} })).text).not.toContain('слишком много');
    }
    api.clock.advanceSeconds(61);
    expect((await open(`${path}/code`, { form: {} })).text).toContain('слишком много');
  });
});

describe('the page', () => {
  test('the driver’s page says why the card would fail now, and what was fuelled last', async () => {
    const path = await linkPath();
    const cookie = await bindPhone(path);
    await givenSales(api, card, [
      { sum: 5330_94, litres: 81.5, at: '2026-09-10T09:00:00Z', goods: 'ДТ <b>' },
    ]);
    const page = await open(path, { cookie });
    expect(page.text).toContain('81,5');
    expect(page.text).toContain('ДТ &lt;b&gt;');
    await sql`update card set status_id = ${CARD_STATUS.blocked} where id = ${card.id}`.execute(
      api.ctx.db.system,
    );
    expect((await open(path, { cookie })).text).toContain('Карта заблокирована');
  });

  test('the driver’s page shows its network’s nearest stations, and forgets the phone', async () => {
    await prepareStations(api.ctx);
    const path = await linkPath();
    const cookie = await bindPhone(path);
    const reply = await open(`${path}/stations?lat=55.7&lon=37.6`, { cookie });
    const { stations } = JSON.parse(reply.text);
    expect(stations.length).toBeGreaterThan(0);
    const far = stations.map(({ metres }: { metres: number }) => metres);
    expect(far).toEqual(far.toSorted((a: number, b: number) => a - b));
    expect(new Set(stations.map(({ brand }: { brand: string }) => brand))).toEqual(new Set(['Газпромнефть']));
    for (const bad of ['lat=x&lon=1', 'lat=99&lon=1', ''])
      expect((await open(`${path}/stations?${bad}`, { cookie })).status).toBe(404);
    const gone = await open(`${path}/forget`, { cookie, form: {} });
    expect(gone.headers.get('set-cookie')).toContain('Max-Age=0');
  });

  test('the page weighs under 12 KB, without scripts or styles of another origin', async () => {
    const path = await linkPath();
    const { text, headers } = await open(path, { cookie: await bindPhone(path) });
    expect(Buffer.byteLength(text)).toBeLessThan(12_000);
    expect(text.match(/(src|href)="https?:/g)).toBeNull();
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('actions of a driver on his page', () => {
  const setRules = (rules: object[]) =>
    api.put(`/api/card/${card.id}/rules`, { token: company.admin.token, json: { rules } });

  const fuel = async (litres: number) => {
    const json = { card_number: card.number, goods_id: 301, litres, unit_price: 70, address: 'М-4, 120 км' };
    return (await api.post('/dev/fuel', { json })).body.data;
  };

  /** Does what the queue would, and lets the network take its time. */
  async function networkConfirms(): Promise<void> {
    const waiting = await rows(
      api.ctx.db.system,
      sql<{ id: number }>`select id from operation where card_id = ${card.id} and status_id = 2 order by id`,
    );
    for (const { id } of waiting) await carryOutOperation(api.ctx, id);
    api.clock.advanceSeconds(4);
    await api.pollNetworks();
  }

  test('the driver reads why he was refused, asks in one click, and reads the answer', async () => {
    await setRules([{ kind: 'litres_day', value: 60 }]);
    const path = await linkPath();
    const cookie = await bindPhone(path);
    expect((await fuel(90)).declined.code).toBe('rule');
    const refused = await open(path, { cookie });
    expect(refused.text).toContain('Почему отказали');
    expect(refused.text).toContain('Осталось на сегодня');
    const decline = /name="decline" value="(\d+)"/.exec(refused.text)?.[1] ?? '';
    expect((await open(`${path}/ask`, { cookie, form: { decline, reason: 'Дальний рейс' } })).status).toBe(
      303,
    );
    expect((await open(path, { cookie })).text).toContain('Ждём ответа');
    const { token } = company.admin;
    const [one] = (await api.get('/api/exceptions?state=asked', { token })).body.data;
    expect(one).toMatchObject({ asked_by: 'Волков Пётр', reason: 'Дальний рейс', litres: 90 });
    await api.post(`/api/exceptions/${one.id}/approve`, { token, json: {} });
    expect((await open(path, { cookie })).text).toContain('можно заправиться');
    expect((await fuel(90)).sold).toBe(true);
  });

  test('a driver enters the trip of a filling, until the dispatcher has entered it', async () => {
    const path = await linkPath();
    const cookie = await bindPhone(path);
    await fuel(40);
    const { token } = company.admin;
    const read = async () =>
      (await api.get(`/api/operations?cardId=${card.id}&typeId=11`, { token })).body.data[0];
    const { id } = await read();
    const form = { operation: String(id), trip_number: '118/М', cost_centre: '' };
    const assign = (input: object) => open(`${path}/assign`, { cookie, form: { ...form, ...input } });
    expect((await open(path, { cookie })).text).toContain('Указать рейс и центр затрат');
    expect((await assign({})).status).toBe(303);
    expect(await read()).toMatchObject({ trip_number: '118/М', cost_centre: '' });
    expect((await open(path, { cookie })).text).toContain('рейс 118/М');
    const wrong = await assign({ trip_number: '<b>' });
    expect([wrong.status, wrong.text.includes('Начните с буквы или цифры')]).toEqual([400, true]);
    for (const operation of ['x', '0', '999999']) expect((await assign({ operation })).status).toBe(404);
    const other = await givenCard(api, company.id);
    await givenSales(api, other, [{ sum: 100_00, litres: 1, at: '2026-09-10T09:00:00Z' }]);
    const [theirs] = (await api.get(`/api/operations?cardId=${other.id}`, { token })).body.data;
    expect((await assign({ operation: String(theirs.id) })).status).toBe(404);
    expect((await open(`${path}/assign`, { form })).status).toBe(303);
    const json = { trip_number: '120', cost_centre: '26-01' };
    await api.put(`/api/operations/${id}/assignment`, { token, json });
    expect((await assign({})).status).toBe(409);
    const { text } = await open(path, { cookie });
    expect(text).toContain('рейс 120, центр затрат 26-01');
    expect(text).not.toContain('Изменить рейс');
    expect(await read()).toMatchObject(json);
  });

  test('a driver asks about his own card alone, and needs his phone’s code', async () => {
    const path = await linkPath();
    const cookie = await bindPhone(path);
    const other = await givenCard(api, company.id, { balanceKopecks: 1_000_00 });
    const { token } = company.admin;
    const json = { rules: [{ kind: 'litres_day', value: 1 }] };
    await api.put(`/api/card/${other.id}/rules`, { token, json });
    await api.post('/dev/fuel', {
      json: { card_number: other.number, goods_id: 301, litres: 9, unit_price: 70, address: 'М-4' },
    });
    const [theirs] = (await api.get(`/api/declines?card_id=${other.id}`, { token })).body.data;
    const form = { decline: String(theirs.id), reason: 'Дальний рейс' };
    expect((await open(`${path}/ask`, { cookie, form })).status).toBe(404);
    expect((await open(`${path}/ask`, { form })).text).toContain('Получить код');
    for (const bad of ['x', '-1', '1e99', ''])
      expect([bad, (await open(`${path}/ask`, { cookie, form: { ...form, decline: bad } })).status]).toEqual([
        bad,
        404,
      ]);
  });

  test('the driver opens a card closed by default, and reads when none can be opened', async () => {
    const path = await linkPath();
    const cookie = await bindPhone(path);
    const refused = await open(`${path}/open`, { cookie, form: {} });
    expect([refused.status, refused.text.includes('не закрыта по умолчанию')]).toEqual([400, true]);
    await setRules([{ kind: 'on_request', value: 30 }]);
    expect((await open(path, { cookie })).text).toContain('Карта закрывается');
    await networkConfirms();
    expect((await open(path, { cookie })).text).toContain('Открыть на 30 мин');
    const blockCompany = (at: Date | null) =>
      sql`update company set blocked_at = ${at} where id = ${company.id}`.execute(api.ctx.db.system);
    await blockCompany(api.clock.now());
    const stopped = await open(`${path}/open`, { cookie, form: {} });
    expect([stopped.status, stopped.text.includes('Компания заблокирована')]).toEqual([403, true]);
    await blockCompany(null);
    expect((await open(`${path}/open`, { cookie, form: {} })).status).toBe(303);
    expect((await open(path, { cookie })).text).toContain('Открываем карту');
    await networkConfirms();
    expect((await open(path, { cookie })).text).toMatch(/Карта открыта до \d\d:\d\d/);
  });

  test('a driver’s actions are in his company’s audit log, with him and his card', async () => {
    const path = await linkPath();
    const cookie = await bindPhone(path);
    await setRules([{ kind: 'litres_day', value: 60 }]);
    await fuel(90);
    const refused = await open(path, { cookie });
    const decline = /name="decline" value="(\d+)"/.exec(refused.text)?.[1] ?? '';
    await open(`${path}/ask`, { cookie, form: { decline, reason: 'Дальний рейс' } });
    await setRules([{ kind: 'on_request', value: 30 }]);
    await networkConfirms();
    await open(`${path}/open`, { cookie, form: {} });
    const { body } = await api.get('/api/audit', { token: company.admin.token });
    const lines: { action: string; targets: { kind: string; id: number }[] }[] = body.data;
    for (const action of ['driverAsksCode', 'driver-phone-bound', 'driverAsks', 'driverOpensCard']) {
      const line = lines.find((item) => item.action === action);
      expect([action, line?.targets]).toEqual([
        action,
        expect.arrayContaining([
          expect.objectContaining({ kind: 'card', id: card.id }),
          expect.objectContaining({ kind: 'driver', id: driverId }),
        ]),
      ]);
    }
  });

  test('a driver starts the trip whose plan he has seen, not one sent meanwhile', async () => {
    await prepareStations(api.ctx);
    const { token } = company.admin;
    const truck = { plate: 'А901ВС77', tank_litres: 400, norm_litres_100km: 32, card_ids: [card.id] };
    const vehicle = (await api.post('/api/vehicles', { token, json: truck })).body.data;
    const points = [
      { title: 'Москва', lat: 55.756, lon: 37.617 },
      { title: 'Ростов-на-Дону', lat: 47.222, lon: 39.72 },
    ];
    const sendPlan = async (more: object = {}) => {
      const json = { vehicle_id: vehicle.id, points, start_litres: 120, ...more };
      const { id } = (await api.post('/api/fuel-plans', { token, json })).body.data;
      expect((await api.post(`/api/fuel-plans/${id}/send`, { token })).status).toBe(200);
      return Number(id);
    };
    const readState = async (id: number) =>
      (await api.get(`/api/fuel-plans/${id}`, { token })).body.data.state;
    const path = await linkPath();
    const cookie = await bindPhone(path);
    const seen = async () => /name="plan" value="(\d+)"/.exec((await open(path, { cookie })).text)?.[1] ?? '';
    const first = await sendPlan();
    const plan = await seen();
    const second = await sendPlan({ replaces_id: first });
    expect((await open(`${path}/start`, { cookie, form: { plan } })).status).toBe(404);
    expect(await readState(second)).toBe('sent');
    expect((await open(`${path}/start`, { cookie, form: { plan: await seen() } })).status).toBe(303);
    expect(await readState(second)).toBe('under-way');
  });
});
