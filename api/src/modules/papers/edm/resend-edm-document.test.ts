import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { diadocEnvironment, fakeDiadoc } from '../../../testing/wires/diadoc-wire.ts';
import {
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenDocument } from '../../../testing/givens/given-document.ts';
import { serveWire, type WireServer } from '../../../testing/wires/serve-wire.ts';
import { followEdmDocument, sendEdmDocument } from '../../../testing/send-edm-document.ts';
import { connectEdm } from './connect-edm.ts';
import { SEND_AGAIN_SECONDS } from './send-edm-document.ts';

const diadoc = fakeDiadoc();
const ROAMING = { state: 'queued', reason: 'Для отправки нужен роуминг с оператором организации' };

let server: WireServer;
let api: TestApi;
let queue: pg.Pool;
let staff: GivenPerson;
let company: GivenCompany;
let documentId: number;

beforeAll(async () => {
  server = await serveWire(diadoc.reply);
  api = await startApi({ jobs: false, env: diadocEnvironment(server.url) });
  queue = new pg.Pool({ connectionString: api.databaseUrl, max: 1 });
  queue.on('error', () => {});
  queue.on('connect', (client) => client.on('error', () => {}));
  staff = await givenStaff(api);
});

afterAll(async () => {
  await queue?.end();
  await api?.stop();
  await server?.stop();
});

beforeEach(async () => {
  Object.assign(diadoc.state, { refusesWith: null, rejectsUs: false, connected: false, handedOver: [] });
  diadoc.messages.clear();
  company = await givenCompany(api);
  const { system } = api.ctx.db;
  await sql`update company set edm_state = 'accepted' where id = ${company.id}`.execute(system);
  await sql`
    insert into edm_connection (company_id, box_id, changed_at) values (${company.id}, 'their-box', ${api.clock.now()})`.execute(
    system,
  );
  documentId = await givenDocument(api, staff, company, { title: 'УПД № 21' });
});

/** Returns what the company sees. */
async function shown() {
  const { data } = (await api.get('/api/doc', { token: company.admin.token })).body;
  const documents = Object.values(data as Record<string, { id: number; edm: object | null }[]>).flat();
  return documents.find((document) => document.id === documentId)?.edm;
}

/** Returns what staff see. */
async function stuck() {
  const { data } = (await api.get('/staff/api/edm-documents', { token: staff.token })).body;
  return (data as { id: number }[]).find((row) => row.id === documentId);
}

/** Returns in how many seconds of the portal's clock each waiting job of this kind is due. */
async function turns(name: string): Promise<number[]> {
  const { rows } = await queue.query<{ run_at: Date }>(
    `select job.run_at from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id
     where task.identifier = $1 and (job.payload ->> 'documentId')::bigint = $2`,
    [name, documentId],
  );
  return rows.map(({ run_at: at }) => (at.getTime() - api.clock.now().getTime()) / 1000);
}

function sendAgain(as: GivenPerson | null, id = documentId) {
  return api.post(`/api/doc/${id}/send-again`, as ? { token: as.token } : {});
}

function resendAsStaff(token: string, id = documentId) {
  return api.post(`/staff/api/edm-documents/${id}/send-again`, { token });
}

async function failPermanently(): Promise<void> {
  diadoc.state.refusesWith = { status: 409, body: '' };
  for (let turn = 0; turn <= SEND_AGAIN_SECONDS.length; turn += 1) await sendEdmDocument(api.ctx, documentId);
  expect(await shown()).toMatchObject({ ...ROAMING, state: 'failed' });
}

describe('a document that the operator does not accept', () => {
  test('a document is resent after growing pauses under one operation id, then no more', async () => {
    diadoc.state.refusesWith = { status: 409, body: '' };
    for (const seconds of SEND_AGAIN_SECONDS) {
      await sendEdmDocument(api.ctx, documentId);
      expect(await turns('send-edm-document')).toEqual([seconds]);
      expect(await shown()).toMatchObject(ROAMING);
      api.clock.advanceSeconds(seconds);
    }
    await sendEdmDocument(api.ctx, documentId);
    expect(await shown()).toMatchObject({ ...ROAMING, state: 'failed' });
    await sendEdmDocument(api.ctx, documentId);
    expect(diadoc.state.handedOver).toHaveLength(SEND_AGAIN_SECONDS.length + 1);
    expect(new Set(diadoc.state.handedOver).size).toBe(1);
    expect(SEND_AGAIN_SECONDS).toEqual([...SEND_AGAIN_SECONDS].toSorted((a, b) => a - b));
  });

  test('a document arrives once its fault is corrected, and the case disappears', async () => {
    diadoc.state.refusesWith = { status: 402, body: '' };
    await sendEdmDocument(api.ctx, documentId);
    expect(await shown()).toMatchObject({ reason: 'Подписка на API оператора закончилась' });
    diadoc.state.refusesWith = null;
    await sendEdmDocument(api.ctx, documentId);
    expect(await shown()).toMatchObject({ state: 'sent', reason: null });
    expect(diadoc.messages.size).toBe(1);
    expect(await stuck()).toBeUndefined();
  });

  test('because the operator is unreachable is sent again too, and arrives once', async () => {
    diadoc.state.refusesWith = { status: 503, body: '' };
    await sendEdmDocument(api.ctx, documentId);
    expect(await shown()).toMatchObject({ state: 'queued', reason: 'Оператор не отвечает' });
    diadoc.state.refusesWith = 'break';
    await sendEdmDocument(api.ctx, documentId);
    expect(await turns('send-edm-document')).toEqual([SEND_AGAIN_SECONDS[1]]);
    diadoc.state.refusesWith = null;
    await Promise.all([sendEdmDocument(api.ctx, documentId), sendEdmDocument(api.ctx, documentId)]);
    expect(diadoc.messages.size).toBe(1);
    expect(await shown()).toMatchObject({ state: 'sent', reason: null });
  });

  test('a document that will never be accepted is not resent by itself', async () => {
    diadoc.state.refusesWith = { status: 400, body: '' };
    await sendEdmDocument(api.ctx, documentId);
    await sendEdmDocument(api.ctx, documentId);
    expect(diadoc.state.handedOver).toHaveLength(1);
    expect(await shown()).toMatchObject({ state: 'failed', reason: 'Оператор не принял документ' });
  });

  test('two attempts at once count as one', async () => {
    diadoc.state.refusesWith = { status: 409, body: '' };
    const ctx = sendingTogether(2);
    await Promise.all([sendEdmDocument(ctx, documentId), sendEdmDocument(ctx, documentId)]);
    expect(diadoc.state.handedOver).toHaveLength(2);
    expect(await stuck()).toMatchObject({ attempts: 1 });
    expect(await turns('send-edm-document')).toEqual([SEND_AGAIN_SECONDS[0]]);
  });

  test('a refused document is shown to staff with its company, month and reason', async () => {
    expect(await stuck()).toBeUndefined();
    await failPermanently();
    expect(await stuck()).toMatchObject({
      title: 'УПД № 21',
      company: { id: company.id, inn: company.inn },
      state: 'failed',
      reason: ROAMING.reason,
      attempts: SEND_AGAIN_SECONDS.length + 1,
    });
  });

  test('a document whose job was lost is shown to staff after an hour', async () => {
    api.clock.advanceSeconds(3601);
    expect(await stuck()).toMatchObject({ state: 'queued', attempts: 0 });
  });
});

describe('a company that has broken with us at its operator', () => {
  const ENDED = 'Обмен с компанией прекращён у оператора ЭДО';
  const readStanding = async () =>
    (await api.get('/api/edoRequest', { token: company.admin.token })).body.data;

  test('a company that left its operator is not connected, and can be again', async () => {
    const other = await givenDocument(api, staff, company, { title: 'УПД № 22' });
    diadoc.state.refusesWith = { status: 403, body: '' };
    await sendEdmDocument(api.ctx, other);
    expect(await readStanding()).toEqual({ state: 'accepted', reason: null, roaming: null });
    diadoc.state.rejectsUs = true;
    await sendEdmDocument(api.ctx, documentId);
    expect(await shown()).toMatchObject({ state: 'failed', reason: ENDED });
    expect(await readStanding()).toEqual({ state: 'rejected', reason: ENDED, roaming: null });
    const { data: listed } = (await api.get('/staff/api/edm-documents', { token: staff.token })).body;
    expect(listed.find((item: { id: number }) => item.id === other)).toMatchObject({
      state: 'failed',
      reason: ENDED,
    });

    // Nothing is queued for an unreachable box.
    const early = await sendAgain(company.admin);
    expect([early.status, early.body.message]).toEqual([
      409,
      'ЭДО не подключён: сначала подключите его снова',
    ]);
    const sms = await givenCode(api, company.admin, 'edm');
    expect((await api.post('/api/edoRequest', { token: company.admin.token, form: { sms } })).status).toBe(
      200,
    );
    Object.assign(diadoc.state, { rejectsUs: false, connected: true, refusesWith: null });
    for (let step = 0; step < 4; step += 1) await connectEdm(api.ctx, company.id);
    expect(await readStanding()).toEqual({ state: 'accepted', reason: null, roaming: null });
    expect((await sendAgain(company.admin)).status).toBe(200);
    await sendEdmDocument(api.ctx, documentId);
    expect(await shown()).toMatchObject({ state: 'sent', reason: null });
  });

  test('a company that left is not taken for one whose operator is silent', async () => {
    diadoc.state.refusesWith = { status: 503, body: '' };
    await sendEdmDocument(api.ctx, documentId);
    expect(await readStanding()).toEqual({ state: 'accepted', reason: null, roaming: null });
    expect(await shown()).toMatchObject({ state: 'queued' });
  });
});

describe('«Отправить снова»', () => {
  test('resending is not for anonymous, read-only or other companies’ users', async () => {
    await failPermanently();
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    const other = await givenCompany(api);
    expect((await sendAgain(null)).status).toBe(401);
    expect((await sendAgain(specialist)).status).toBe(403);
    expect((await sendAgain(other.admin)).status).toBe(404);
    expect((await sendAgain(company.admin, 999_999_999)).status).toBe(404);
    expect((await sendAgain(company.admin, 0)).status).toBe(400);
    expect((await resendAsStaff(company.admin.token)).status).toBe(404);
    expect((await api.get('/staff/api/edm-documents', { token: company.admin.token })).status).toBe(404);
    expect(await shown()).toMatchObject({ state: 'failed' });
  });

  test.each(['the company', 'staff'])(
    '%s: it goes out under the same id, its turns counted anew',
    async (who) => {
      await failPermanently();
      const answer = who === 'staff' ? await resendAsStaff(staff.token) : await sendAgain(company.admin);
      expect(answer.body.data).toEqual({ id: documentId });
      expect(await shown()).toMatchObject({ state: 'queued', reason: null });
      expect(await turns('send-edm-document')).toHaveLength(1);
      await sendEdmDocument(api.ctx, documentId);
      expect(await shown()).toMatchObject(ROAMING);
      diadoc.state.refusesWith = null;
      await sendEdmDocument(api.ctx, documentId);
      expect(await shown()).toMatchObject({ state: 'sent' });
      expect(new Set(diadoc.state.handedOver).size).toBe(1);
      const { by, details } = await getOnlyRow(
        api.ctx.db.system,
        sql<{ by: number; details: object }>`
        select user_id as by, details from audit_event where what = 'edm-sent-again' order by id desc limit 1`,
      );
      expect(by).toBe(who === 'staff' ? staff.id : company.admin.id);
      expect(details).toEqual({ documentId, was: 'failed', reason: ROAMING.reason });
    },
  );

  test('a resend clicked twice, also at once, is one delivery', async () => {
    await failPermanently();
    diadoc.state.refusesWith = null;
    const answers = await Promise.all([sendAgain(company.admin), resendAsStaff(staff.token)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(await turns('send-edm-document')).toHaveLength(1);
    await sendEdmDocument(api.ctx, documentId);
    expect(diadoc.messages.size).toBe(1);
  });

  test('a document that the operator has is not sent again', async () => {
    await sendEdmDocument(api.ctx, documentId);
    const answer = await sendAgain(company.admin);
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe('Документ уже у оператора: отправлять его снова не нужно');
    expect(diadoc.messages.size).toBe(1);
  });

  test('a draft deleted in Diadoc becomes a new one', async () => {
    await sendEdmDocument(api.ctx, documentId);
    const [draft] = diadoc.messages.values();
    if (draft) draft.isRecycled = true;
    await followEdmDocument(api.ctx, documentId);
    expect(await shown()).toMatchObject({
      state: 'failed',
      reason: 'Черновик удалён в Диадоке и не отправлен',
    });
    await sendAgain(company.admin);
    await sendEdmDocument(api.ctx, documentId);
    await followEdmDocument(api.ctx, documentId);
    expect(await shown()).toMatchObject({ state: 'sent', reason: null });
    expect(diadoc.messages.size).toBe(2);
  });

  test.each([
    [
      'was annulled',
      { RevocationStatus: 'RevocationAccepted' },
      'cancelled',
      'Документ аннулирован по соглашению сторон',
    ],
    [
      'roaming has not delivered',
      { RoamingNotificationStatus: 'RoamingNotificationStatusError' },
      'failed',
      'Не доставлен в роуминг',
    ],
  ])('a message that %s can be sent again with success', async (_, more, state, reason) => {
    await sendEdmDocument(api.ctx, documentId);
    const [draft] = diadoc.messages.values();
    if (draft) Object.assign(draft, { letter: 'letter-9', more });
    await followEdmDocument(api.ctx, documentId);
    expect(await shown()).toMatchObject({ state, reason });
    await sendAgain(company.admin);
    await sendEdmDocument(api.ctx, documentId);
    await followEdmDocument(api.ctx, documentId);
    expect(await shown()).toMatchObject({ state: 'sent', reason: null });
    expect(diadoc.messages.size).toBe(2);
  });
});

/** The operator answers only after this many requests have come in, so that they are really simultaneous. */
function sendingTogether(many: number): Context {
  const { promise: allHere, resolve: open } = Promise.withResolvers<void>();
  const { edmOperator } = api.ctx;
  let here = 0;
  const send: typeof edmOperator.send = async (document) => {
    here += 1;
    if (here === many) open();
    await allHere;
    return edmOperator.send(document);
  };
  return { ...api.ctx, edmOperator: { ...edmOperator, send } };
}
