import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenStaff, type GivenCompany } from '../../../testing/givens/factories.ts';
import {
  advanceDays,
  givenDebtor,
  givenRule,
  pay,
  readDunning,
  spendCredit,
  switchOn,
} from '../../../testing/givens/given-debtor.ts';
import { listNotices, sendDueNotices } from '../../../testing/notices.ts';
import { readPdfText } from '../../../testing/read-pdf-text.ts';
import { notifyPaymentsDue } from '../../money/transfers/notify-payments-due.ts';
import { releasePaidDebtors } from './release-paid-debtors.ts';
import { findRemindedClients, runDunning } from './run-dunning.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
});
afterAll(() => api?.stop());

async function readState(company: GivenCompany): Promise<string> {
  const { token } = await givenStaff(api);
  return (await api.get(`/staff/api/clients/${company.id}`, { token })).body.data.state;
}

/** Runs the job twice, as a repeat after a lost answer would. */
async function run(): Promise<void> {
  for (let twice = 0; twice < 2; twice += 1) await runDunning(api.ctx);
}

async function readReminders(company: GivenCompany) {
  await sendDueNotices(api);
  return (await listNotices(api, company.admin)).filter(({ kind }) => kind === 'debt-reminder');
}

async function listDone(company: GivenCompany): Promise<string[]> {
  const { done } = await readDunning(api, company);
  return done.map((item: { action: string; outcome: string }) => `${item.action} ${item.outcome}`);
}

test('a debtor is reminded, stopped, sent a claim, and works again once he has paid', async () => {
  const company = await givenDebtor(api);
  const term = moscowDay(api.clock.now(), 5);
  const id = await givenRule(api, { company_id: company.id }, [
    { day: -2, action: 'remind', text: 'Ждём оплату.' },
    { day: 1, action: 'remind', channels: ['mail'] },
    { day: 2, action: 'stop' },
    { day: 3, action: 'claim' },
  ]);
  expect((await switchOn(api, id)).body.data).toMatchObject({ active: true });
  await run();
  expect(await readReminders(company)).toEqual([]);

  advanceDays(api, 3);
  await run();
  expect(await readReminders(company)).toMatchObject([
    {
      title: expect.stringMatching(/^Оплатите 400,00\u00a0₽ до 20\u00a0сентября/),
      text: expect.stringMatching(
        /Ждём оплату\. Если оплаты не будет, 22\u00a0сентября.* карты остановятся\./,
      ),
    },
  ]);
  expect(await readDunning(api, company)).toMatchObject({
    debt: { sum: 400, due: 400, term, late_days: 0 },
    next: { action: 'remind', day: 1, on: '2026-09-21' },
  });

  advanceDays(api, 3);
  await run();
  expect((await readReminders(company))[0]).toMatchObject({
    title: 'Просрочена оплата: 400,00\u00a0₽',
    text: expect.stringContaining('просрочка 1\u00a0день'),
  });
  expect(await readState(company)).toBe('active');

  advanceDays(api, 1);
  await run();
  expect(await readState(company)).toBe('blocked');
  await releasePaidDebtors(api.ctx);
  expect(await readState(company)).toBe('blocked');

  advanceDays(api, 1);
  await run();
  const { token } = company.admin;
  const { done } = await readDunning(api, company);
  expect(done[0]).toMatchObject({ action: 'claim', outcome: 'done', document_id: expect.any(Number) });
  const file = await api.get(`/api/doc/${done[0].document_id}/download`, { token });
  const text = readPdfText(file.bytes).replaceAll(/\s+/g, ' ');
  expect(text).toContain('Претензия №');
  expect(text).toContain('просрочка составляет 3 дня');
  expect(text).toContain('К оплате по претензии 400,00 ₽');

  await pay(api, company, 400);
  await releasePaidDebtors(api.ctx);
  await releasePaidDebtors(api.ctx);
  expect(await readState(company)).toBe('active');
  expect(await listDone(company)).toEqual(['claim done', 'stop done', 'remind done', 'remind done']);
  expect((await readDunning(api, company)).debt).toBeNull();
  const audited = await rows<{ what: string }>(
    api.ctx.db.system,
    sql`select what from audit_event where company_id = ${company.id} and what like '%dunning-step%'`,
  );
  expect(audited).toHaveLength(4);
});

test('a rule that is off does nothing, and one that was switched off does no more', async () => {
  const company = await givenDebtor(api);
  const id = await givenRule(api, { company_id: company.id }, [
    { day: 1, action: 'remind' },
    { day: 2, action: 'stop' },
    { day: 2, action: 'penalty', rate: '0,1' },
  ]);
  advanceDays(api, 9);
  await run();
  expect(await listDone(company)).toEqual([]);
  await switchOn(api, id);
  const { token } = await givenStaff(api);
  await api.post(`/staff/api/dunning-rules/${id}/off`, { token, json: { reason: 'Ошибка' } });
  advanceDays(api, 5);
  await run();
  expect(await listDone(company)).toEqual([]);
  expect(await readState(company)).toBe('active');
  expect((await readDunning(api, company)).penalty).toBeNull();
});

test('after days without a run only the latest reminder goes out', async () => {
  const company = await givenDebtor(api);
  const id = await givenRule(
    api,
    { company_id: company.id },
    [-3, 0, 1, 3, 7].map((day) => ({ day, action: 'remind' as const })),
  );
  await switchOn(api, id);
  advanceDays(api, 10);
  await run();
  expect(await readReminders(company)).toHaveLength(1);
  expect(await listDone(company)).toEqual([
    'remind done',
    'remind skipped',
    'remind skipped',
    'remind skipped',
  ]);
  advanceDays(api, 2);
  await run();
  expect(await readReminders(company)).toHaveLength(2);
});

test('a debt that is paid in part is reminded of with the part that is late', async () => {
  const company = await givenDebtor(api, { used: 300 });
  advanceDays(api, 3);
  await spendCredit(api, company, 200);
  await pay(api, company, 100);
  const id = await givenRule(api, { company_id: company.id }, [{ day: 1, action: 'remind' }]);
  await switchOn(api, id);
  advanceDays(api, 3);
  await run();
  expect(await readReminders(company)).toMatchObject([{ title: 'Просрочена оплата: 200,00\u00a0₽' }]);
  expect((await readDunning(api, company)).debt).toMatchObject({ sum: 400, due: 200 });
});

test('cards are not stopped on the days that the agreement lets a client work unpaid', async () => {
  const company = await givenDebtor(api, { daysWithoutPayment: 4 });
  await switchOn(api, await givenRule(api, { company_id: company.id }, [{ day: 1, action: 'stop' }]));
  const on = moscowDay(api.clock.now(), 10);
  advanceDays(api, 9);
  await run();
  expect(await readState(company)).toBe('active');
  expect((await readDunning(api, company)).next).toMatchObject({ action: 'stop', on });
  advanceDays(api, 1);
  await run();
  expect(await readState(company)).toBe('blocked');
});

test('a paused client is left alone until the day after the pause', async () => {
  const company = await givenDebtor(api);
  await switchOn(api, await givenRule(api, { company_id: company.id }, [{ day: 1, action: 'stop' }]));
  advanceDays(api, 6);
  const { token } = await givenStaff(api);
  const json = { last_day: moscowDay(api.clock.now(), 2), reason: 'Обещал оплатить в пятницу' };
  const paused = await api.post(`/staff/api/clients/${company.id}/dunning/pause`, { token, json });
  expect(paused.status).toBe(200);
  await run();
  expect(await readState(company)).toBe('active');
  expect((await readDunning(api, company)).pause).toMatchObject(json);
  advanceDays(api, 3);
  await run();
  expect(await readState(company)).toBe('blocked');
});

test('a block that staff have made anew is not ended by a payment', async () => {
  const company = await givenDebtor(api);
  await switchOn(api, await givenRule(api, { company_id: company.id }, [{ day: 1, action: 'stop' }]));
  advanceDays(api, 6);
  await run();
  const act = async (what: string) => {
    const { token } = await givenStaff(api);
    const json = { reason: 'Проверка' };
    expect((await api.post(`/staff/api/clients/${company.id}/${what}`, { token, json })).status).toBe(200);
  };
  await act('unblock');
  advanceDays(api, 1);
  await act('block');
  await pay(api, company, 400);
  await releasePaidDebtors(api.ctx);
  expect(await readState(company)).toBe('blocked');
});

test('penalties are written for each day that is over, from the books of that day', async () => {
  const company = await givenDebtor(api, { used: 300 });
  const steps = [{ day: 1, action: 'penalty' as const, rate: '0,1' }];
  await switchOn(api, await givenRule(api, { company_id: company.id }, steps));
  advanceDays(api, 6);
  await run();
  expect((await readDunning(api, company)).penalty).toBeNull();
  advanceDays(api, 2);
  await pay(api, company, 100);
  advanceDays(api, 1);
  await run();
  // Two days of 300 rubles and one of 200 rubles, at 0.1 % a day.
  expect((await readDunning(api, company)).penalty).toMatchObject({ sum: 0.8, booked: 0, days: 3 });
  const { token } = await givenStaff(api);
  const json = { sum: 0.3, direction: 'from-client', kind: 'penalty', note: 'Просрочка' };
  await api.post(`/staff/api/clients/${company.id}/corrections`, { token, json });
  expect((await readDunning(api, company)).penalty).toMatchObject({ sum: 0.8, booked: 0.3 });
});

test('a penalty that was taken bears no penalty, and a payment pays fuel before it', async () => {
  const company = await givenDebtor(api, { used: 300 });
  const { token } = await givenStaff(api);
  advanceDays(api, 6);
  const json = { sum: 100, direction: 'from-client', kind: 'penalty', note: 'Просрочка' };
  const taken = await api.post(`/staff/api/clients/${company.id}/corrections`, { token, json });
  expect(taken.status).toBe(200);
  advanceDays(api, 6);
  const steps = [{ day: 1, action: 'penalty' as const, rate: '0,1' }];
  await switchOn(api, await givenRule(api, { company_id: company.id }, steps));
  advanceDays(api, 1);
  await run();
  expect(await readDunning(api, company)).toMatchObject({
    debt: { due: 400 },
    penalty: { sum: 0.3, days: 1 },
  });
  await pay(api, company, 350);
  advanceDays(api, 1);
  await run();
  expect(await readDunning(api, company)).toMatchObject({
    debt: { due: 50 },
    penalty: { sum: 0.3, days: 1 },
  });
});

test('a reminder goes out only over the channels of its step', async () => {
  const channels = async (chosen: string[]) => {
    const company = await givenDebtor(api);
    const steps = [{ day: -5, action: 'remind' as const, channels: chosen }];
    await switchOn(api, await givenRule(api, { company_id: company.id }, steps));
    await run();
    expect(await readReminders(company)).toHaveLength(1);
    const found = await rows<{ channel: string }>(
      api.ctx.db.system,
      sql`select message.channel from notice_message message join notice on notice.id = message.notice_id
        where notice.company_id = ${company.id} and notice.kind = 'debt-reminder'`,
    );
    return found.map(({ channel }) => channel);
  };
  expect(await channels(['sms'])).toEqual(['sms']);
  expect(await channels([])).toEqual([]);
});

test('the general notice of a term goes to those whom no rule reminds of it', async () => {
  const own = await givenDebtor(api);
  const ruled = await givenDebtor(api);
  await switchOn(api, await givenRule(api, { company_id: ruled.id }, [{ day: -1, action: 'remind' }]));
  advanceDays(api, 2);
  await notifyPaymentsDue(api.ctx, await findRemindedClients(api.ctx));
  await sendDueNotices(api);
  const kinds = async ({ admin }: GivenCompany) => (await listNotices(api, admin)).map(({ kind }) => kind);
  expect(await kinds(own)).toContain('payment-due');
  expect(await kinds(ruled)).not.toContain('payment-due');
});
