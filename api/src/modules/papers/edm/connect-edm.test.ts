import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getOnlyRow, rows } from '../../../db/database.ts';
import { EdmUnavailable } from '../../../gateways/edm-operator/edm-operator.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import { givenCode, givenCompany, givenStaff, type GivenCompany } from '../../../testing/givens/factories.ts';
import { givenDocument } from '../../../testing/givens/given-document.ts';
import { openStream } from '../../../testing/open-stream.ts';
import { followEdmDocument, sendEdmDocument } from '../../../testing/send-edm-document.ts';
import { connectEdm } from './connect-edm.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});

afterAll(() => api.stop());

let serial = 0;

/** A company that has asked; the last digits of its INN decide how the embedded operator answers. */
async function givenRequest(lastDigits = '55'): Promise<GivenCompany> {
  serial += 1;
  const company = await givenCompany(api, { inn: `50471${String(serial).padStart(3, '0')}${lastDigits}` });
  await ask(company);
  return company;
}

async function ask(company: GivenCompany): Promise<void> {
  const sms = await givenCode(api, company.admin, 'edm');
  const answer = await api.post('/api/edoRequest', { token: company.admin.token, form: { sms } });
  expect(answer.body.data).toEqual({ state: 'requested' });
}

async function readStanding(company: GivenCompany) {
  const row = await getOnlyRow(
    api.ctx.db.system,
    sql<{ edm_state: string; reason: string | null; box_id: string | null }>`
      select edm_state, reason, box_id from company join edm_connection on company_id = company.id
      where company.id = ${company.id}`,
  );
  const client = await api.get(`/api/client/${company.id}`, { token: company.admin.token });
  return { state: row.edm_state, usesEdo: client.body.data.uses_edo as boolean, reason: row.reason };
}

/**
 * Returns in how many seconds of the portal's clock each waiting job of this kind is due, as the queue's owner sees it.
 */
async function turns(name: string, field: string, id: number): Promise<number[]> {
  const waiting = await askOwner<{ run_at: Date }>(
    api,
    `select job.run_at from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id
     where task.identifier = $1 and (job.payload ->> $2)::bigint = $3`,
    [name, field, id],
  );
  return waiting.map((job) => (job.run_at.getTime() - api.clock.now().getTime()) / 1000);
}

async function jobs(name: string, field: string, id: number): Promise<number> {
  return (await turns(name, field, id)).length;
}

/** Runs the job once, this many seconds later. */
async function turn(company: GivenCompany, seconds = 0) {
  api.clock.advanceSeconds(seconds);
  await connectEdm(api.ctx, company.id);
  return readStanding(company);
}

describe('a request for electronic documents', () => {
  test('§1.19 §3.16 EDM is used only after a request was sent, invited and accepted', async () => {
    const company = await givenRequest();
    expect(await jobs('connect-edm', 'companyId', company.id)).toBe(1);
    expect(await turn(company)).toMatchObject({ state: 'requested', usesEdo: false });
    expect(await turn(company, 1)).toMatchObject({ state: 'requested', usesEdo: false });
    expect(await turn(company, 2)).toMatchObject({ state: 'invited', usesEdo: false });
    expect(await turn(company, 1)).toMatchObject({ state: 'invited', usesEdo: false });
    expect(await turn(company, 5)).toMatchObject({ state: 'accepted', usesEdo: true });
    // A job that comes late changes nothing.
    expect(await turn(company, 60)).toMatchObject({ state: 'accepted', usesEdo: true });
    const settled = await rows(
      api.ctx.db.system,
      sql<{ state: string }>`
        select details ->> 'state' as state from audit_event
        where what = 'edm-settled' and company_id = ${company.id} order by id`,
    );
    expect(settled.map((item) => item.state)).toEqual(['invited', 'accepted']);
  });

  test.each([
    ['13', 'rejected'],
    ['14', 'roaming_required'],
    ['15', 'failed'],
  ])('a request whose INN ends in %s ends %s, and may be made again', async (digits, state) => {
    const company = await givenRequest(digits);
    for (const seconds of [0, 3, 5]) await turn(company, seconds);
    expect(await turn(company)).toMatchObject({ state, usesEdo: false });
    if (state === 'failed')
      expect((await readStanding(company)).reason).toBe('Оператор не смог отправить приглашение');
    api.clock.advanceSeconds(60);
    await ask(company);
    expect(await readStanding(company)).toEqual({ state: 'requested', usesEdo: false, reason: null });
  });

  test('an EDM request survives an operator’s silence beyond the queue’s attempts', async () => {
    const company = await givenRequest();
    await turn(company);
    const { inviteResult } = api.ctx.edmOperator;
    api.ctx.edmOperator.inviteResult = () => Promise.reject(new EdmUnavailable('away'));
    const pauses: number[] = [];
    for (let silent = 0; silent < 30; silent += 1) {
      expect(await turn(company)).toMatchObject({ state: 'requested' });
      const [pause = NaN, ...more] = await turns('connect-edm', 'companyId', company.id);
      expect(more).toEqual([]);
      pauses.push(pause);
      api.clock.advanceSeconds(pause);
    }
    api.ctx.edmOperator.inviteResult = inviteResult;
    const [minute, hour] = [60, 3600];
    expect(pauses.slice(0, 8)).toEqual([minute, minute, 120, 240, 480, 960, 1920, hour]);
    expect(new Set(pauses.slice(8))).toEqual(new Set([hour]));
    await turn(company);
    expect(await turn(company)).toMatchObject({ state: 'accepted' });
  });

  test('two jobs at once take one step', async () => {
    const company = await givenRequest();
    await Promise.all([connectEdm(api.ctx, company.id), connectEdm(api.ctx, company.id)]);
    await Promise.all([turn(company, 3), connectEdm(api.ctx, company.id)]);
    expect(await turn(company)).toMatchObject({ state: 'invited' });
  });
});

describe('a document of a connected company', () => {
  async function publish(company: GivenCompany, title: string): Promise<number> {
    return givenDocument(api, await givenStaff(api), company, { title });
  }

  test('a document goes out once, under one operation id; an unconnected one does not', async () => {
    const company = await givenRequest();
    const early = await publish(company, 'До подключения');
    expect(await jobs('send-edm-document', 'documentId', early)).toBe(0);
    for (const seconds of [0, 3, 5]) await turn(company, seconds);
    const documentId = await publish(company, 'УПД № 17');
    expect(await jobs('send-edm-document', 'documentId', documentId)).toBe(1);
    const { send } = api.ctx.edmOperator;
    const input: { operationId: string; number: string; boxId: string }[] = [];
    let away = true;
    api.ctx.edmOperator.send = (document) => {
      input.push(document);
      return away ? Promise.reject(new EdmUnavailable('away')) : send(document);
    };
    await sendEdmDocument(api.ctx, documentId);
    expect(await jobs('send-edm-document', 'documentId', documentId)).toBe(1);
    away = false;
    await sendEdmDocument(api.ctx, documentId);
    await sendEdmDocument(api.ctx, documentId);
    api.ctx.edmOperator.send = send;
    expect(input).toHaveLength(2);
    expect(new Set(input.map((item) => item.operationId)).size).toBe(1);
    expect(input[0]).toMatchObject({ number: '17', boxId: expect.stringContaining(company.inn) });
    const [message] = await rows(
      api.ctx.db.system,
      sql<{ message_id: string }>`select message_id from edm_message where document_id = ${documentId}`,
    );
    expect(message?.message_id).toContain(input[0]?.operationId);
  });

  async function shown(company: GivenCompany, documentId: number) {
    const { body } = await api.get('/api/doc', { token: company.admin.token });
    const documents = Object.values(body.data as Record<string, { id: number; edm: object | null }[]>).flat();
    return documents.find((document) => document.id === documentId)?.edm;
  }

  test.each([
    ['55', { state: 'signed', reason: null }],
    ['16', { state: 'refused', reason: 'Не сходится количество литров' }],
    ['17', { state: 'failed', reason: 'Не доставлен в роуминг: ящик закрыт' }],
  ])(
    'a document of a company with %s at its end is shown on its way, and no further',
    async (digits, end) => {
      const company = await givenRequest(digits);
      const early = await publish(company, 'До подключения');
      for (const seconds of [0, 3, 5]) await turn(company, seconds);
      const documentId = await publish(company, `УПД № 1-${digits}`);
      expect(await shown(company, early)).toBeNull();
      expect(await shown(company, documentId)).toMatchObject({ state: 'queued' });
      await sendEdmDocument(api.ctx, documentId);
      expect(await jobs('follow-edm-document', 'documentId', documentId)).toBe(1);
      expect(await shown(company, documentId)).toEqual({
        state: 'sent',
        reason: null,
        changed_at: api.clock.now().toISOString(),
        annulment: null,
        roaming: null,
      });
      api.clock.advanceSeconds(3);
      await Promise.all([followEdmDocument(api.ctx, documentId), followEdmDocument(api.ctx, documentId)]);
      expect(await shown(company, documentId)).toMatchObject({ state: 'delivered' });
      api.clock.advanceSeconds(6);
      await followEdmDocument(api.ctx, documentId);
      const settled = await shown(company, documentId);
      expect(settled).toMatchObject(end);
      api.clock.advanceSeconds(600);
      await followEdmDocument(api.ctx, documentId);
      expect(await shown(company, documentId)).toEqual(settled);
    },
  );

  test('a document signed for a minute is shown so on the company’s open screen', async () => {
    const company = await givenRequest();
    for (const seconds of [0, 3, 5]) await turn(company, seconds);
    const documentId = await publish(company, 'УПД № 20');
    const stream = await openStream(api, company.admin.token);
    expect(await stream.next()).toBe('open []');
    await sendEdmDocument(api.ctx, documentId);
    expect(await stream.next()).toBe('changed ["documents"]');
    // Nothing changed, so nothing is announced. The next event is of the change after it.
    await followEdmDocument(api.ctx, documentId);
    api.clock.advanceSeconds(3);
    await followEdmDocument(api.ctx, documentId);
    expect(await stream.next()).toBe('changed ["documents"]');
    expect(await shown(company, documentId)).toMatchObject({ state: 'delivered' });
    api.clock.advanceSeconds(6);
    await followEdmDocument(api.ctx, documentId);
    expect(await stream.next()).toBe('changed ["documents"]');
    expect(await shown(company, documentId)).toMatchObject({ state: 'signed' });
    stream.leave();
  });

  test('a document that the operator will never accept is failed and sent no more', async () => {
    const company = await givenRequest();
    for (const seconds of [0, 3, 5]) await turn(company, seconds);
    const documentId = await publish(company, 'УПД № 18');
    const { send } = api.ctx.edmOperator;
    api.ctx.edmOperator.send = async () => ({ kind: 'failed', reason: 'Подписка закончилась' });
    await sendEdmDocument(api.ctx, documentId);
    api.ctx.edmOperator.send = send;
    expect(await shown(company, documentId)).toMatchObject({
      state: 'failed',
      reason: 'Подписка закончилась',
    });
  });

  test('a document is followed again after any outage of the operator', async () => {
    const company = await givenRequest();
    for (const seconds of [0, 3, 5]) await turn(company, seconds);
    const documentId = await publish(company, 'УПД № 19');
    await sendEdmDocument(api.ctx, documentId);
    const { readProgress } = api.ctx.edmOperator;
    api.ctx.edmOperator.readProgress = () => Promise.reject(new EdmUnavailable('away'));
    for (let silent = 0; silent < 30; silent += 1) {
      await followEdmDocument(api.ctx, documentId);
      const [pause = NaN, ...more] = await turns('follow-edm-document', 'documentId', documentId);
      expect([pause > 0, more]).toEqual([true, []]);
      api.clock.advanceSeconds(pause);
    }
    expect(await shown(company, documentId)).toMatchObject({ state: 'sent' });
    api.ctx.edmOperator.readProgress = readProgress;
    await followEdmDocument(api.ctx, documentId);
    expect(await shown(company, documentId)).toMatchObject({ state: 'signed' });
  });

  test('the state of a request is shown to the company itself only', async () => {
    const company = await givenRequest('15');
    const read = (token?: string) => api.get('/api/edoRequest', token ? { token } : {});
    expect((await read(company.admin.token)).body.data).toEqual({
      state: 'requested',
      reason: null,
      roaming: null,
    });
    for (const seconds of [0, 3]) await turn(company, seconds);
    expect((await read(company.admin.token)).body.data).toEqual({
      state: 'failed',
      reason: 'Оператор не смог отправить приглашение',
      roaming: null,
    });
    const other = await givenCompany(api);
    expect((await read(other.admin.token)).body.data).toEqual({ state: 'none', reason: null, roaming: null });
    expect((await read()).status).toBe(401);
  });
});
