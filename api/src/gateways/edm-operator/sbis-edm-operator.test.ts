import { afterEach, expect, test } from 'vitest';
import { manualClock } from '../../lib/clock.ts';
import { fakeSbis } from '../../testing/wires/sbis-wire.ts';
import { serveWire, type WireReply, type WireServer } from '../../testing/wires/serve-wire.ts';
import { EdmUnavailable } from './edm-operator.ts';
import { sbisEdmOperator } from './sbis-edm-operator.ts';

let server: WireServer | undefined;
afterEach(async () => server?.stop());

const COMPANY = { inn: '5047123455', kpp: '504701001', title: 'ООО «Перевозчик»', message: 'Приглашаем' };
const BOX = '5047123455:504701001:2BE-1';
const DOCUMENT = {
  boxId: BOX,
  operationId: '0f0e0d0c-0000-4000-8000-000000000001',
  name: 'ON_NSCHFDOPPR_1.xml',
  number: '202609-1-2',
  dateIso: '2026-09-30',
  bytes: Buffer.from('<Файл/>'),
  formalised: 'upd' as const,
};

async function sbis(instead: () => WireReply | null = () => null, timeLimitMs = 60_000) {
  const wire = fakeSbis(instead);
  server = await serveWire(wire.reply);
  const operator = sbisEdmOperator({
    login: 'magistral',
    password: 'secret',
    url: server.url,
    timeLimitMs,
    inn: '7712345671',
    kpp: '771201001',
    clock: manualClock('2026-09-15T09:00:00Z'),
    powerOfAttorney: { number: 'mchd', issuerInn: '7712345671' },
  });
  return { operator, wire };
}

test('a subscriber of СБИС is reached by his id, without an invitation', async () => {
  const { operator } = await sbis();
  expect(await operator.invite(COMPANY)).toEqual({ kind: 'started', taskId: BOX });
  expect(await operator.inviteResult(BOX)).toEqual({ kind: 'invited', boxId: BOX });
  expect(await operator.getConnection(BOX)).toBe('accepted');
});

test('a company that no operator knows can’t be invited', async () => {
  const { operator } = await sbis();
  expect(await operator.invite({ ...COMPANY, inn: '7700000000' })).toMatchObject({ kind: 'failed' });
  expect(await operator.invite({ ...COMPANY, inn: '7711111111' })).toMatchObject({ kind: 'failed' });
});

test('a title is written under our id, in UTF-8, and a second write repeats it', async () => {
  const { operator, wire } = await sbis();
  const sent = { kind: 'sent', messageId: DOCUMENT.operationId };
  expect([await operator.send(DOCUMENT), await operator.send(DOCUMENT)]).toEqual([sent, sent]);
  expect([...wire.documents.values()]).toMatchObject([
    {
      Номер: '202609-1-2',
      Дата: '30.09.2026',
      Контрагент: { СвЮЛ: { ИНН: '5047123455', КПП: '504701001' }, Идентификатор: '2BE-1' },
      Доверенность: { Номер: 'mchd', ИНН: '7712345671' },
      Вложение: [{ Файл: { Имя: 'ON_NSCHFDOPPR_1.xml', ДвоичныеДанные: DOCUMENT.bytes.toString('base64') } }],
    },
  ]);
  expect(wire.types).toEqual(new Set(['application/json-rpc; charset=utf-8']));
  expect(wire.signIns()).toBe(1);
});

test('a session that is over is opened anew, once', async () => {
  const { operator, wire } = await sbis();
  await operator.getConnection(BOX);
  wire.endSession();
  expect(await operator.getConnection(BOX)).toBe('accepted');
  expect(wire.signIns()).toBe(2);
});

test.each<[string, object, object]>([
  ['0', {}, { state: 'sent' }],
  ['4', {}, { state: 'delivered' }],
  ['7', {}, { state: 'signed' }],
  ['8', { Примечание: 'Не те литры' }, { state: 'refused', reason: 'Не те литры' }],
  ['7', { Название: 'Утверждён с разногласиями' }, { state: 'disagreed' }],
  ['7', { Название: 'Отозван контрагентом' }, { state: 'cancelling' }],
  ['7', { Название: 'Аннулирован по соглашению' }, { state: 'cancelled' }],
  ['7', { Название: 'Отозван мной' }, { state: 'cancelling', reason: 'Мы предложили аннулировать документ' }],
  ['15', { Название: 'Удален контрагентом' }, { state: 'cancelling' }],
  ['16', {}, { state: 'cancelled', gone: true }],
  ['21', { Название: 'Утверждено' }, { state: 'signed' }],
  ['7', { Название: 'Удалено контрагентом' }, { state: 'failed', gone: true }],
  ['99', {}, { state: 'sent' }],
])('a document in state %s %o is so to us', async (code, more, progress) => {
  const { operator, wire } = await sbis();
  await operator.send(DOCUMENT);
  wire.setState(DOCUMENT.operationId, { Код: code, ...more });
  expect(await operator.readProgress(DOCUMENT.operationId)).toMatchObject(progress);
});

test('a document that is gone has failed, and may be sent as another one', async () => {
  const { operator } = await sbis();
  expect(await operator.readProgress('nothing')).toMatchObject({ state: 'failed', gone: true });
});

test('news come in pages by date and event, repeated events too, and end', async () => {
  const { operator, wire } = await sbis();
  for (let index = 0; index < 150; index += 1) wire.tell(`document-${index}`);
  const first = await operator.changesSince(null);
  expect([first.messageIds.length, first.more]).toEqual([100, true]);
  const second = await operator.changesSince(first.cursor);
  expect([second.messageIds[0], second.messageIds.at(-1), second.more]).toEqual([
    'document-99',
    'document-149',
    false,
  ]);
  expect(await operator.changesSince(second.cursor)).toMatchObject({
    messageIds: ['document-149'],
    more: false,
  });
});

const refusal = (code: number) => ({ status: 500, body: { error: { code, message: 'нет', details: '' } } });
test.each([
  [-32_602, 'failed'],
  [-32_000, 'not-now'],
])('a document refused with %i ends as %s', async (code, kind) => {
  const { operator } = await sbis(() => refusal(code));
  expect(await operator.send(DOCUMENT)).toEqual({ kind, reason: expect.stringMatching(/[А-Яа-я]{3}/) });
});

test.each<[string, WireReply]>([
  ['is silent', 'silence'],
  ['breaks off', 'break'],
  ['has an error of its own', { status: 502, body: 'oops' }],
  ['says something else', { body: { Hello: 1 } }],
  ['has too much to do', { status: 429, headers: { 'retry-after': '9' }, body: '' }],
])('an operator that %s is one to ask again, and its words stay out of the message', async (_name, input) => {
  const { operator } = await sbis(() => input, input === 'silence' ? 300 : undefined);
  const failure = await operator.readProgress('m').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(EdmUnavailable);
  expect(String(failure)).not.toMatch(/secret|sid-|oops/);
  if (input === 'silence' || input === 'break' || input.status !== 429) return;
  expect(failure).toMatchObject({ retryAfterSeconds: 9 });
});
