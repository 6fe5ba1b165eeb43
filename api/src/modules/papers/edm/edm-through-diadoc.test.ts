import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { rows } from '../../../db/database.ts';
import { openSealed } from '../../../lib/secrets.ts';
import { answerXml } from '../../../testing/answer-xml.ts';
import { readAttributes } from '../../../testing/read-state-xml.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import { closeMonth } from '../../../testing/givens/close-month.ts';
import {
  diadocEnvironment,
  fakeDiadoc,
  type DiadocWireDocument,
} from '../../../testing/wires/diadoc-wire.ts';
import { givenCard, givenCode, givenCompany, givenStaff } from '../../../testing/givens/factories.ts';
import { givenDocument } from '../../../testing/givens/given-document.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { serveWire, type WireServer } from '../../../testing/wires/serve-wire.ts';
import { followEdmDocument, sendEdmDocument } from '../../../testing/send-edm-document.ts';
import { fromWindows1251 } from '../../../lib/tables/windows-1251.ts';
import { connectEdm } from './connect-edm.ts';
import { readEdmChanges } from './read-edm-changes.ts';

const diadoc = fakeDiadoc();
let server: WireServer;
let api: TestApi;

beforeAll(async () => {
  server = await serveWire(diadoc.reply);
  api = await startApi({ jobs: false, env: diadocEnvironment(server.url) });
});
afterAll(async () => {
  await api.stop();
  await server.stop();
});

test('§1.19 a closed month goes to an EDM client through Diadoc, and signatures come back', async () => {
  const company = await givenCompany(api);
  const { admin } = company;
  const card = await givenCard(api, company.id, { partnerId: PARTNER.gpn, balanceKopecks: 900_000 });
  const readStanding = async () => (await api.get('/api/edoRequest', { token: admin.token })).body.data.state;
  const shown = async () => {
    const { data } = (await api.get('/api/doc', { token: admin.token })).body;
    return (data['2026-09'] ?? []) as {
      id: number;
      title: string;
      edm: { state: string } | null;
      objection: object | null;
    }[];
  };

  await api.post('/api/edoRequest', {
    token: admin.token,
    form: { sms: await givenCode(api, admin, 'edm') },
  });
  for (const _step of ['asked', 'not yet', 'invited']) await connectEdm(api.ctx, company.id);
  expect(await readStanding()).toBe('invited');
  expect((await api.get(`/api/client/${company.id}`, { token: admin.token })).body.data.uses_edo).toBe(false);
  diadoc.state.connected = true;
  await connectEdm(api.ctx, company.id);
  expect(await readStanding()).toBe('accepted');
  expect((await api.get(`/api/client/${company.id}`, { token: admin.token })).body.data.uses_edo).toBe(true);

  await givenSales(api, card, [{ sum: 654_300, at: '2026-09-15T08:00:00Z' }]);
  const staff = await givenStaff(api);
  await closeMonth(api, staff, '2026-09');
  const published = await shown();
  expect(published.map((item) => item.edm?.state)).toEqual(Array(4).fill('queued'));
  await Promise.all(published.map(({ id }) => sendEdmDocument(api.ctx, id)));
  expect(published.map((item) => item.title.split(' №')[0])).toEqual([
    'Реестр операций',
    'УПД',
    'Акт приёма-передачи карт',
    'Акт сверки',
  ]);
  expect(diadoc.messages.size).toBe(4);
  // A document with a State form is sent in that form. Every other document is sent as its PDF.
  const sentDocuments = [...diadoc.messages.values()];
  const of = (type: string) => sentDocuments.filter((letter) => letter.type === type);
  for (const { bytes, name } of of('Nonformalized')) {
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(published.map((item) => `${item.title}.pdf`)).toContain(name);
  }
  expect(of('Nonformalized')).toHaveLength(2);
  const [upd] = of('UniversalTransferDocument') as [DiadocWireDocument];
  const [act] = of('ReconciliationAct') as [DiadocWireDocument];
  const [cards] = of('Nonformalized').filter(({ name }) => name.startsWith('Акт')) as [DiadocWireDocument];
  expect(fromWindows1251(upd.bytes)).toContain('КНД="1115131"');
  const [actId = ''] = readAttributes(fromWindows1251(act.bytes), 'ИдФайл');

  // A person signs the drafts and sends them; the client signs one, signs another with disagreements, has not opened the
  // third; the fourth is still a draft.
  Object.assign(upd, { letter: 'letter-1', status: 'WithRecipientSignature' });
  const answer = answerXml(actId, [{ title: 'УПД', number: '7', debit: '6000.00', difference: '543.00' }]);
  Object.assign(act, { letter: 'letter-2', status: 'WithRecipientPartiallySignature', answer });
  Object.assign(cards, { letter: 'letter-3', status: 'WaitingForRecipientSignature' });
  const seen = async () =>
    Object.fromEntries((await shown()).map((item) => [item.title.split(' №')[0], item.edm?.state]));
  for (let time = 0; time < 2; time += 1) {
    await Promise.all(published.map(({ id }) => followEdmDocument(api.ctx, id)));
    expect(await seen()).toEqual({
      'Реестр операций': 'sent',
      УПД: 'signed',
      'Акт приёма-передачи карт': 'delivered',
      'Акт сверки': 'disagreed',
    });
  }
  const objected = (await shown()).find((item) => item.title.startsWith('Акт сверки'))?.objection;
  expect(objected).toMatchObject({
    comment: expect.stringMatching(/с разногласиями/),
    rows: [{ title: 'УПД № 7 от 30.09.2026', debit: 6000, difference: 543 }],
  });

  // Later the client wants the УПД annulled. The operator's news report it twice.
  Object.assign(upd, { more: { RevocationStatus: 'RequestsMyRevocation' } });
  diadoc.state.news.push('letter-1', 'unknown', 'letter-1');
  await readEdmChanges(api.ctx);
  await readEdmChanges(api.ctx);
  const jobs = await askOwner(
    api,
    `select key from graphile_worker.jobs where key = 'follow-edm:${published[1]?.id}'`,
  );
  expect(jobs).toHaveLength(1);
  await followEdmDocument(api.ctx, published[1]?.id ?? 0);
  expect((await seen())['УПД']).toBe('cancelling');
  Object.assign(upd, { more: { RevocationStatus: 'RevocationAccepted' } });
  await followEdmDocument(api.ctx, published[1]?.id ?? 0);
  expect((await seen())['УПД']).toBe('cancelled');
  // The identity server accepted the first token and, after the month's end, the second; the next is stored encrypted.
  expect(diadoc.state.tokens).toBe(3);
  const [stored] = await rows(
    api.ctx.db.system,
    sql<{ sealed: Buffer }>`select sealed from edm_refresh_token`,
  );
  expect(stored?.sealed.toString('latin1')).not.toContain('refresh');
  expect(openSealed(stored?.sealed ?? Buffer.alloc(0), 'secret')).toBe('refresh-3');
});

test('Diadoc gets the date printed on the document, not the day of its publication', async () => {
  api.clock.setTo('2026-09-15T09:00:00Z');
  const company = await givenCompany(api);
  const { admin } = company;
  const sms = await givenCode(api, admin, 'edm');
  await api.post('/api/edoRequest', { token: admin.token, form: { sms } });
  diadoc.state.connected = true;
  for (const _step of ['asked', 'invited', 'accepted']) await connectEdm(api.ctx, company.id);
  const card = await givenCard(api, company.id, { partnerId: PARTNER.gpn, balanceKopecks: 900_000 });
  await givenSales(api, card, [{ sum: 654_300, at: '2026-09-15T08:00:00Z' }]);
  const staff = await givenStaff(api);
  await closeMonth(api, staff, '2026-09');
  await givenDocument(api, staff, company, { month: '2026-09', title: 'Письмо' });
  const { data } = (await api.get('/api/doc', { token: admin.token })).body;
  diadoc.messages.clear();
  for (const { id } of data['2026-09']) await sendEdmDocument(api.ctx, id);
  const sentDocuments = [...diadoc.messages.values()];
  const dates = sentDocuments.flatMap(({ type, name, date }) =>
    type === 'Nonformalized' ? [[name.split(' №')[0], date]] : [],
  );
  expect(dates).toEqual([
    ['Реестр операций', '30.09.2026'],
    ['Акт приёма-передачи карт', '30.09.2026'],
    ['Письмо.pdf', '01.10.2026'],
  ]);
  // A title in the State's form contains it itself.
  const titles = sentDocuments.filter(({ type }) => type !== 'Nonformalized');
  expect(titles.map(({ bytes }) => fromWindows1251(bytes).includes('30.09.2026'))).toEqual([true, true]);
});
