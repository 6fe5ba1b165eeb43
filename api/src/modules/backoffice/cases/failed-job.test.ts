import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { runJobs } from '../../../compose/run-jobs.ts';
import type { TestApi } from '../../../testing/api.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCard,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { setUpUnsettled, type UnsettledCalls } from '../../../testing/givens/given-unsettled.ts';
import { formatJob, withoutSecrets } from './failed-jobs.ts';

let api: TestApi;
let staff: GivenPerson;
let calls: UnsettledCalls;

beforeAll(async () => {
  ({ api, staff, calls } = await setUpUnsettled());
});
afterAll(() => api.stop());

/** A job that has used up its attempts. */
async function givenFailedJob({ id: cardId, partnerId }: GivenCard, error: string): Promise<number> {
  const key = `failed-${cardId}`;
  await enqueueJob(api.ctx.db.system, 'sync-card', { cardId, partnerId }, { key });
  const [job] = await askOwner<{ id: number }>(
    api,
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = $2 where key = $1 returning id::int`,
    [key, error],
  );
  return job?.id ?? 0;
}

describe('a job whose attempts are used up', () => {
  test('a failed job is listed with its subject, last error without secrets, and time', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id);
    const token = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9v';
    const id = await givenFailedJob(card, `the network refuses: token=${token} for 79001234567`);
    expect(await calls.find('job', id)).toMatchObject({
      company: { id: company.id, inn: company.inn },
      partner: { id: card.partnerId },
      card_number: card.number,
      asked: 'Передача услуг и лимита карты в сеть',
      attempts: 25,
      problem: 'Не получилось, и попытки кончились',
      details: [
        { label: 'Последняя ошибка', value: 'the network refuses: token=… for …' },
        { label: 'Задача', value: `sync-card:${card.partnerId}, № ${id}` },
      ],
      deeds: ['ask'],
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect((await calls.list()).body.meta.totals.job).toBe(1);
  });

  test('a failed job runs again by «Повторить», and leaves the list', async () => {
    const { id: companyId, admin } = await givenCompany(api);
    await askOwner(
      api,
      `update company set threshold_kopecks = 100000, threshold_set_by = $2, threshold_crossed = false where id = $1`,
      [companyId, admin.id],
    );
    const { sms } = api.ctx;
    api.ctx.sms = {
      provider: 'exolve',
      send: async () => ({ accepted: false, kind: 'balance', message: 'exolve 402' }),
    };
    await enqueueJob(api.ctx.db.system, 'watch-balance', { companyId }, { key: 'once' });
    await askOwner(api, `update graphile_worker._private_jobs set max_attempts = 1 where key = 'once'`);
    const jobs = await runJobs(api.ctx);
    const failed = async () =>
      ((await calls.list('?kind=job')).body.data as { id: number; company: { id: number } | null }[]).find(
        ({ company }) => company?.id === companyId,
      );
    await expect.poll(failed).toMatchObject({
      asked: 'Сообщение о балансе ниже порога',
      details: [{ value: `company ${companyId} was not told of its balance` }, {}],
    });
    const id = (await failed())?.id ?? 0;
    api.ctx.sms = sms;
    expect((await calls.ask('job', id)).body.data).toEqual({ kind: 'job', id });
    await expect
      .poll(() => api.ctx.outbox?.messages(admin.phone)[0]?.text)
      .toMatch(/своих средств осталось 0,00/);
    expect(await failed()).toBeUndefined();
    await jobs.stop();
    const [event] = await askOwner<{ user_id: string; targets: unknown }>(
      api,
      `select user_id, targets from audit_event where what = 'askAgain' order by id desc limit 1`,
    );
    expect(Number(event?.user_id)).toBe(staff.id);
    expect(event?.targets).toEqual([{ kind: 'job', id }]);
  });

  test('a failed job can’t be restarted twice, nor an unknown one, nor by a customer', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id);
    const id = await givenFailedJob(card, 'no');
    const { token } = company.admin;
    const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
    expect((await calls.ask('job', id, { token })).status).toBe(404);
    expect((await calls.ask('job', id, { token: manager.token })).status).toBe(404);
    expect((await calls.ask('job', id)).status).toBe(200);
    const again = await calls.ask('job', id);
    expect([again.status, again.body.message]).toEqual([
      409,
      'Эта задача уже выполнена, или её выполняют снова',
    ]);
    expect((await calls.ask('job', 999_999_999)).status).toBe(409);
    expect(await calls.find('job', id)).toBeUndefined();
  });
});

test.each([
  ['connect postgres://me:pw@host/db failed', 'connect postgres://…@host/db failed'],
  ['GET https://a.ru/x?key=1&b=2 failed', 'GET https://a.ru/x?… failed'],
  ['Authorization: Bearer abc', 'Authorization: …'],
  ['the code 123456 of 79001234567', 'the code … of …'],
  ['operation 17 is gone', 'operation 17 is gone'],
])('an error «%s» is shown as «%s»', (error, shown) => {
  expect(withoutSecrets(error)).toBe(shown);
});

test('a job of a newer program has its name for words', () => {
  expect(formatJob('from-tomorrow', {})).toBe('Задача «from-tomorrow»');
});
