import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { rows } from '../../../db/database.ts';
import { openSealed } from '../../../lib/secrets.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { closeMonth } from '../../../testing/close-month.ts';
import { diadocEnvironment, diadocStandIn, type DiadocLetter } from '../../../testing/diadoc-wire.ts';
import { givenCard, givenCode, givenCompany, givenStaff } from '../../../testing/factories.ts';
import { givenDocument } from '../../../testing/given-document.ts';
import { givenSales } from '../../../testing/given-sales.ts';
import { serveWire, type WireServer } from '../../../testing/serve-wire.ts';
import { sendEdmDocument } from '../../../testing/send-edm-document.ts';
import { connectEdm } from './connect-edm.ts';
import { followEdmDocument } from './follow-edm-document.ts';

const diadoc = diadocStandIn();
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

test('§1.19 a closed month goes to an EDM client through Diadoc, and each signature comes back', async () => {
  const company = await givenCompany(api);
  const { admin } = company;
  const card = await givenCard(api, company.id, { partnerId: PARTNER.gpn, balanceKopecks: 900_000 });
  const standing = async () => (await api.get('/api/edoRequest', { token: admin.token })).body.data.state;
  const shown = async () => {
    const { data } = (await api.get('/api/doc', { token: admin.token })).body;
    return (data['2026-09'] ?? []) as { id: number; title: string; edm: { state: string } | null }[];
  };

  await api.post('/api/edoRequest', {
    token: admin.token,
    form: { sms: await givenCode(api, admin, 'edm') },
  });
  for (const _step of ['asked', 'not yet', 'invited']) await connectEdm(api.ctx, company.id);
  expect(await standing()).toBe('invited');
  expect((await api.get(`/api/client/${company.id}`, { token: admin.token })).body.data.uses_edo).toBe(false);
  diadoc.said.connected = true;
  await connectEdm(api.ctx, company.id);
  expect(await standing()).toBe('accepted');
  expect((await api.get(`/api/client/${company.id}`, { token: admin.token })).body.data.uses_edo).toBe(true);

  await givenSales(api, card, [{ sum: 654_300, at: '2026-09-15T08:00:00Z' }]);
  const staff = await givenStaff(api);
  await closeMonth(api, staff, '2026-09');
  const published = await shown();
  expect(published.map((one) => one.edm?.state)).toEqual(Array(4).fill('queued'));
  await Promise.all(published.map(({ id }) => sendEdmDocument(api.ctx, id)));
  expect(published.map((one) => one.title.split(' №')[0])).toEqual([
    'Реестр операций',
    'УПД',
    'Акт приёма-передачи карт',
    'Акт сверки',
  ]);
  expect(diadoc.messages.size).toBe(4);
  for (const { bytes, name } of diadoc.messages.values()) {
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(published.map((one) => `${one.title}.pdf`)).toContain(name);
  }

  // A person signs the drafts and sends them; the client signs one, refuses another, has not opened the third; the
  // fourth is still a draft.
  const [first, second, third] = [...diadoc.messages.values()] as [DiadocLetter, DiadocLetter, DiadocLetter];
  Object.assign(first, { letter: 'letter-1', status: 'WithRecipientSignature' });
  Object.assign(second, { letter: 'letter-2', status: 'RecipientSignatureRequestRejected' });
  Object.assign(third, { letter: 'letter-3', status: 'WaitingForRecipientSignature' });
  const stateOf = async (name: string) =>
    (await shown()).find((one) => `${one.title}.pdf` === name)?.edm?.state;
  await Promise.all(published.map(({ id }) => followEdmDocument(api.ctx, id)));
  expect(await Promise.all([first, second, third].map(({ name }) => stateOf(name)))).toEqual([
    'signed',
    'refused',
    'delivered',
  ]);
  // The identity server accepted the first token and, after the month's end, the second; the next is stored encrypted.
  expect(diadoc.said.tokens).toBe(3);
  const [kept] = await rows(api.ctx.db.system, sql<{ sealed: Buffer }>`select sealed from edm_refresh_token`);
  expect(kept?.sealed.toString('latin1')).not.toContain('refresh');
  expect(openSealed(kept?.sealed ?? Buffer.alloc(0), 'secret')).toBe('refresh-3');
});

test('Diadoc is told the date printed on the document, not the day of its publication', async () => {
  api.clock.setTo('2026-09-15T09:00:00Z');
  const company = await givenCompany(api);
  const { admin } = company;
  const sms = await givenCode(api, admin, 'edm');
  await api.post('/api/edoRequest', { token: admin.token, form: { sms } });
  diadoc.said.connected = true;
  for (const _step of ['asked', 'invited', 'accepted']) await connectEdm(api.ctx, company.id);
  const card = await givenCard(api, company.id, { partnerId: PARTNER.gpn, balanceKopecks: 900_000 });
  await givenSales(api, card, [{ sum: 654_300, at: '2026-09-15T08:00:00Z' }]);
  const staff = await givenStaff(api);
  await closeMonth(api, staff, '2026-09');
  await givenDocument(api, staff, company, { month: '2026-09', title: 'Письмо' });
  const { data } = (await api.get('/api/doc', { token: admin.token })).body;
  diadoc.messages.clear();
  for (const { id } of data['2026-09']) await sendEdmDocument(api.ctx, id);
  const dates = [...diadoc.messages.values()].map(({ name, date }) => [name.split(' №')[0], date]);
  expect(dates).toEqual([
    ['Реестр операций', '30.09.2026'],
    ['УПД', '30.09.2026'],
    ['Акт приёма-передачи карт', '30.09.2026'],
    ['Письмо.pdf', '01.10.2026'],
    ['Акт сверки', '30.09.2026'],
  ]);
});
