import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';

const DAY_OR_MOMENT =
  'Укажите день как ГГГГ-ММ-ДД или время с часовым поясом, например 2026-09-14T10:00+03:00';

let api: TestApi;
let company: GivenCompany;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
  staff = await givenStaff(api);
});
afterEach(() => api.delete('/staff/api/maintenance', { token: staff.token }));
afterAll(() => api.stop());

function announce(fields: object, token = staff.token): Promise<ApiResponse> {
  const json = {
    message: 'Обновляем сервис',
    start: '2026-09-15T11:30:00+03:00',
    end: '2026-09-16T01:05:00+03:00',
    ...fields,
  };
  return api.put('/staff/api/maintenance', { token, json });
}

async function announced(): Promise<unknown> {
  return (await api.get('/api/users/profile', { token: company.admin.token })).body.announced;
}

async function readMaintenance(): Promise<unknown> {
  return (await api.get('/api/users/profile', { token: company.admin.token })).body.maintenance;
}

describe('maintenance', () => {
  it('the profile has Moscow date and time, full maintenance before a partner’s (§3.22, §4.29, §4.30)', async () => {
    expect((await announce({ partner: 3, message: 'Только Татнефть' })).body).toEqual({
      code: 200,
      data: { partner: 3 },
    });
    expect(await readMaintenance()).toMatchObject({ partner: 3, message: 'Только Татнефть' });
    await announce({ partner: 0 });
    expect(await readMaintenance()).toEqual({
      message: 'Обновляем сервис',
      start: { date: '2026-09-15', time: '11:30' },
      end: { date: '2026-09-16', time: '01:05' },
      partner: 0,
    });
    await api.delete('/staff/api/maintenance?partner=0', { token: staff.token });
    expect(await readMaintenance()).toMatchObject({ partner: 3 });
    await api.delete('/staff/api/maintenance', { token: staff.token });
    expect(await readMaintenance()).toBeUndefined();
  });

  it('§5.22 maintenance of two networks names both', async () => {
    await announce({ partner: 3 });
    expect(await readMaintenance()).not.toHaveProperty('partners');
    expect(await readMaintenance()).not.toHaveProperty('others');
    const ofOther = await readMaintenance();
    await announce({ partner: 2, message: 'Только Газпромнефть' });
    await announce({ partner: 4, end: '2026-09-15T11:31:00+03:00' });
    expect(await readMaintenance()).toMatchObject({
      partner: 2,
      message: 'Только Газпромнефть',
      partners: [2, 3],
      others: [ofOther],
    });
    await announce({ partner: 0 });
    expect(await readMaintenance()).not.toHaveProperty('partners');
    expect(await readMaintenance()).not.toHaveProperty('others');
  });

  it('§2.12 maintenance is announced before it begins, in force until its end, then gone', async () => {
    await announce({ partner: 3, start: '2026-09-15T12:01:00+03:00', end: '2026-09-15T12:02:00+03:00' });
    expect(await readMaintenance()).toBeUndefined();
    expect(await announced()).toEqual([
      {
        message: 'Обновляем сервис',
        start: { date: '2026-09-15', time: '12:01' },
        end: { date: '2026-09-15', time: '12:02' },
        partner: 3,
      },
    ]);
    api.clock.advanceSeconds(60);
    expect(await readMaintenance()).toBeDefined();
    expect(await announced()).toBeUndefined();
    api.clock.advanceSeconds(60);
    expect(await readMaintenance()).toBeUndefined();
    expect(await announced()).toBeUndefined();
  });

  it('§2.12 a visitor reads of full maintenance, not of one network’s or a later one', async () => {
    const requested = async () => (await api.get('/api/maintenance')).body.data;
    expect(await requested()).toEqual({ maintenance: null, announced: [] });
    await announce({ partner: 3 });
    expect(await requested()).toEqual({ maintenance: null, announced: [] });
    await announce({ partner: 0 });
    expect((await requested()).maintenance).toMatchObject({ partner: 0, message: 'Обновляем сервис' });
    await announce({ partner: 0, start: '2026-09-15T23:00:00+03:00' });
    expect((await requested()).maintenance).toBeNull();
    expect((await requested()).announced).toMatchObject([{ partner: 0 }]);
  });

  it('announced by days lasts from the first one’s beginning to the last one’s end', async () => {
    await announce({ start: '2026-09-15', end: '2026-09-15' });
    expect(await readMaintenance()).toMatchObject({
      start: { date: '2026-09-15', time: '00:00' },
      end: { date: '2026-09-15', time: '23:59' },
    });
  });

  it('calls 2 and 7: what the profile has can be sent back unchanged, from a form too', async () => {
    await announce({ partner: 3 });
    const read = (await readMaintenance()) as Record<string, unknown>;
    const input = { ...read, message: 'Продлили', end: { date: '2026-09-16', time: '02:10' } };
    expect((await announce(input)).status).toBe(200);
    expect(await readMaintenance()).toEqual(input);
    const form = {
      message: 'Ещё раз',
      'start[date]': '2026-09-15',
      'start[time]': '11:30',
      'end[date]': '2026-09-16',
      'end[time]': '03:00',
      partner: 3,
    };
    expect((await api.put('/staff/api/maintenance', { token: staff.token, form })).status).toBe(200);
    expect(await readMaintenance()).toMatchObject({
      message: 'Ещё раз',
      end: { date: '2026-09-16', time: '03:00' },
    });
    for (const end of [{ date: '2026-09-16', time: '24:00' }, { date: '2026-09-31', time: '10:00' }, {}])
      expect((await announce({ end })).body).toMatchObject({
        code: 400,
        error_messages: { end: [DAY_OR_MOMENT] },
      });
  });

  it('maintenance from an hour to a day lasts to that day’s end in Moscow', async () => {
    const start = '2026-09-15T10:00:00+03:00';
    expect((await announce({ start, end: '2026-09-15' })).status).toBe(200);
    expect(await readMaintenance()).toMatchObject({
      start: { date: '2026-09-15', time: '10:00' },
      end: { date: '2026-09-15', time: '23:59' },
    });
    // A Moscow day begins three hours before the UTC day.
    const early = await announce({ start: '2026-09-16', end: '2026-09-15T22:00:00Z' });
    expect(early.status).toBe(200);
  });

  it.each(['2026-09-15T10:00+03:00', '2026-09-15T07:00Z'])(
    'calls 1: an ISO 8601 hour without seconds (%s) is accepted',
    async (start) => {
      expect((await announce({ start })).status).toBe(200);
      expect(await readMaintenance()).toMatchObject({ start: { date: '2026-09-15', time: '10:00' } });
    },
  );

  it('calls 7: ended for one partner it goes on for the others, under any name', async () => {
    for (const input of [{ json: { partner: 3 } }, { form: { partner: 3 } }]) {
      await announce({ partner: 3 });
      await announce({ partner: 0 });
      const ended = await api.delete('/staff/api/maintenance', { token: staff.token, ...input });
      expect(ended.body).toEqual({ code: 200, data: {} });
      expect(await readMaintenance()).toMatchObject({ partner: 0 });
      await api.delete('/staff/api/maintenance?partner=0', { token: staff.token });
      expect(await readMaintenance()).toBeUndefined();
    }
  });

  it.each([{ partner: 5 }, { partner: '' }, { partner: null }])(
    'maintenance of a partner that is none (%j) is not ended for all',
    async (json) => {
      await announce({ partner: 0 });
      const ended = await api.delete('/staff/api/maintenance', { token: staff.token, json });
      expect(ended.body.error_messages).toHaveProperty('partner');
      expect(await readMaintenance()).toMatchObject({ partner: 0 });
    },
  );

  it('maintenance of a partner that a link leaves empty is not ended for all', async () => {
    await announce({ partner: 0 });
    const ended = await api.delete('/staff/api/maintenance?partner=', { token: staff.token });
    expect(ended.status).toBe(400);
    expect(ended.body.error_messages).toHaveProperty('partner');
    expect(await readMaintenance()).toMatchObject({ partner: 0 });
  });

  it('maintenance of a partner refuses changes to its cards only, and says why', async () => {
    const closed = await givenCard(api, company.id, { partnerId: PARTNER.rn });
    const open = await givenCard(api, company.id, { partnerId: PARTNER.gpn });
    await announce({ partner: 1 });
    const { token } = company.admin;
    const refused = await api.post(`/api/card/${closed.id}/changeStatus`, { token, form: {} });
    expect(refused.body).toEqual({ code: 503, message: 'Обновляем сервис' });
    expect((await api.post(`/api/card/${open.id}/changeStatus`, { token, form: {} })).status).toBe(200);
  });

  it('maintenance is announced and ended by staff alone', async () => {
    expect((await announce({}, company.admin.token)).status).toBe(404);
    expect((await announce({}, 'nobody')).status).toBe(401);
    expect((await api.delete('/staff/api/maintenance', { token: company.admin.token })).status).toBe(404);
  });

  it.each([
    ['2026-09-15T11:30', DAY_OR_MOMENT],
    ['', DAY_OR_MOMENT],
    [undefined, DAY_OR_MOMENT],
    ['2026-02-30', 'Такой даты нет в календаре'],
    ['1026-09-15T11:30:00+03:00', 'Год от 1900 до 9999'],
  ])('maintenance that begins at «%s» is refused with the true reason', async (start, sentence) => {
    const reply = await announce({ start });
    expect(reply.body).toMatchObject({ code: 400, error_messages: { start: [sentence] } });
  });

  it.each([
    ['a missing message', { message: '' }, 'message'],
    ['an unknown partner', { partner: 5 }, 'partner'],
    ['no time', { start: 'завтра' }, 'start'],
    ['a year that is none', { start: '0000-06-01T00:00:00Z' }, 'start'],
    ['a year of five digits', { end: '9999-12-31T23:59:59-12:00' }, 'end'],
    ['an end before its start', { end: '2026-09-14T00:00:00+03:00' }, 'start'],
  ])('maintenance with %s is refused', async (_what, fields, field) => {
    const reply = await announce(fields);
    expect(reply.status).toBe(400);
    expect(reply.body.error_messages).toHaveProperty(field);
    expect(await readMaintenance()).toBeUndefined();
  });
});
