import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manualClock } from '../../../lib/clock.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { EdmUnavailable, type EdmDocument } from '../edm-operator.ts';
import { embeddedEdm, type EmbeddedEdm } from './embedded-edm.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

let serial = 0;

/** An operator with a clock of its own, and a company whose INN ends so, connected unless it can't be. */
async function given(digits = '55') {
  const clock = manualClock(`2026-09-15T0${(serial % 9) + 1}:00:00Z`);
  serial += 1;
  const stored = new Map<string, string>();
  const tokensFor = (configured: string) => ({
    read: async () => stored.get(configured) ?? null,
    keep: async (token: string) => void stored.set(configured, token),
  });
  await sql`delete from embedded_edm_token`.execute(api.ctx.db.system);
  const options = { db: api.ctx.db.system, clock, tokensFor };
  const edm = embeddedEdm(options);
  const inn = `507${String(serial).padStart(5, '0')}${digits}`;
  const invitation = await edm.operator.invite({ inn, kpp: '504701001', title: '', message: 'Приглашаем' });
  if (invitation.kind !== 'started') return { edm, clock, inn, invitation, boxId: '', options };
  clock.advanceSeconds(3);
  const invited = await edm.operator.inviteResult(invitation.taskId);
  clock.advanceSeconds(5);
  return {
    edm,
    clock,
    inn,
    invitation,
    invited,
    boxId: invited.kind === 'invited' ? invited.boxId : '',
    options,
  };
}

function documentTo(boxId: string): EdmDocument {
  serial += 1;
  return {
    boxId,
    operationId: `0f0e0d0c-0000-4000-8000-${String(serial).padStart(12, '0')}`,
    name: 'ON_NSCHFDOPPR_1.xml',
    number: '202608-1-2',
    dateIso: '2026-08-31',
    bytes: Buffer.from('<Файл/>'),
    formalised: 'upd',
  };
}

async function sent(edm: EmbeddedEdm, document: EdmDocument): Promise<string> {
  const input = await edm.operator.send(document);
  if (input.kind !== 'sent') throw new Error(input.reason);
  return input.messageId;
}

describe('the embedded operator over the wire of Diadoc', () => {
  test('connects a company and carries a document: sent, delivered, signed', async () => {
    const { edm, clock, boxId } = await given();
    expect(await edm.operator.getConnection(boxId)).toBe('accepted');
    const id = await sent(edm, documentTo(boxId));
    expect(await edm.operator.readProgress(id)).toMatchObject({ state: 'sent' });
    clock.advanceSeconds(3);
    expect(await edm.operator.readProgress(id)).toMatchObject({ state: 'delivered' });
    clock.advanceSeconds(6);
    expect(await edm.operator.readProgress(id)).toMatchObject({ state: 'signed' });
  });

  test('takes the same sending once, and another portal’s process reads it too', async () => {
    const { edm, clock, inn, boxId, options } = await given();
    const document = documentTo(boxId);
    expect(await sent(edm, document)).toBe(await sent(edm, document));
    const other = embeddedEdm(options);
    expect((await other.documents()).filter((item) => item.inn === inn)).toHaveLength(1);
    clock.advanceSeconds(3);
    expect(await other.operator.readProgress(document.operationId)).toMatchObject({ state: 'delivered' });
  });

  test('hands out the buyer’s words: a refusal, and a title with disagreements', async () => {
    const { edm, clock, inn, boxId } = await given();
    await edm.byHand(api.ctx.db.system, inn, true);
    const [refused, disagreed] = [await sent(edm, documentTo(boxId)), await sent(edm, documentTo(boxId))];
    clock.advanceSeconds(600);
    expect(await edm.operator.readProgress(refused)).toMatchObject({ state: 'delivered' });
    expect(await edm.answer(api.ctx.db.system, refused, 'refuse', 'Не тот договор')).toBe('done');
    expect(await edm.answer(api.ctx.db.system, disagreed, 'disagree', 'Литров меньше')).toBe('done');
    expect(await edm.operator.readProgress(refused)).toMatchObject({
      state: 'refused',
      reason: 'Не тот договор',
    });
    const { state, answer } = await edm.operator.readProgress(disagreed);
    expect([state, String(answer)]).toEqual(['disagreed', expect.stringContaining('Литров меньше')]);
    expect(await edm.answer(api.ctx.db.system, refused, 'sign', '')).toBe('not-now');
  });

  test('annuls a document only when the other side agrees, whichever side has asked', async () => {
    const { edm, clock, boxId } = await given();
    const id = await sent(edm, documentTo(boxId));
    clock.advanceSeconds(30);
    for (const ask of ['ask-annulment', 'propose-annulment'] as const) {
      expect(await edm.answer(api.ctx.db.system, id, ask, 'Дубль')).toBe('done');
      expect(await edm.operator.readProgress(id)).toMatchObject({ state: 'cancelling' });
      expect(await edm.answer(api.ctx.db.system, id, 'reject-annulment', '')).toBe('done');
      expect(await edm.operator.readProgress(id)).toMatchObject({ state: 'signed' });
    }
    await edm.answer(api.ctx.db.system, id, 'propose-annulment', '');
    await edm.answer(api.ctx.db.system, id, 'accept-annulment', '');
    expect(await edm.operator.readProgress(id)).toMatchObject({ state: 'cancelled', gone: true });
  });

  test('returns its news from a cursor on, none of them lost over many pages', async () => {
    const { edm, clock, boxId } = await given();
    let { cursor } = await edm.operator.changesSince(null);
    const ids = new Set<string>();
    for (let count = 0; count < 60; count += 1) ids.add(await sent(edm, documentTo(boxId)));
    clock.advanceSeconds(30);
    const reported = new Set<string>();
    for (let more = true, pages = 0; more && pages < 20; pages += 1) {
      const page = await edm.operator.changesSince(cursor);
      for (const id of page.messageIds) reported.add(id.replace(/-sent$/, ''));
      ({ cursor, more } = page);
    }
    expect([...ids].filter((id) => !reported.has(id))).toEqual([]);
  });

  test('answers 429 with its moment while it is busy, and goes on afterwards', async () => {
    const { edm, clock, boxId } = await given();
    edm.busyFor(30);
    const failure = await edm.operator.send(documentTo(boxId)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EdmUnavailable);
    expect(failure).toMatchObject({ retryAfterSeconds: 30 });
    clock.advanceSeconds(31);
    expect(await edm.operator.send(documentTo(boxId))).toMatchObject({ kind: 'sent' });
  });

  test('renews what it has let us in with, after it has run out', async () => {
    const { edm, clock, boxId } = await given();
    for (let day = 0; day < 3; day += 1) {
      clock.advanceSeconds(86_400);
      expect(await edm.operator.getConnection(boxId)).toBe('accepted');
    }
  });
});

test('Diadoc’s API knows a box without roaming, one not found and one that rejects us', async () => {
  expect((await given('14')).invitation).toEqual({ kind: 'roaming-required' });
  expect((await given('15')).invited).toMatchObject({ kind: 'failed' });
  const { edm, boxId } = await given('13');
  expect(await edm.operator.getConnection(boxId)).toBe('rejected');
  const lost = await given('17');
  const id = await sent(lost.edm, documentTo(lost.boxId));
  lost.clock.advanceSeconds(30);
  expect(await lost.edm.operator.readProgress(id)).toMatchObject({
    state: 'failed',
    reason: 'Не доставлен в роуминг: ящик закрыт',
  });
});
