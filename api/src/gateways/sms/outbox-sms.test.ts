import { describe, expect, test } from 'vitest';
import { manualClock } from '../../lib/clock.ts';
import { outboxSms, REFUSED_PHONES, type OutboxMessage } from './outbox-sms.ts';

const clock = manualClock('2026-11-21T09:00:00Z');
const phone = '79000000001';

describe('the SMS outbox of a development machine', () => {
  test('a developer finds the message’s code, newest first, and the log may print it', async () => {
    const printed: OutboxMessage[] = [];
    const outbox = outboxSms({ clock, delayMs: 0, onMessage: (message) => printed.push(message) });
    await outbox.send({ phone, text: 'Код: 012345. Никому не сообщайте.', clientId: 'a' });
    await outbox.send({ phone: '79000000002', text: 'Остаток меньше порога', clientId: 'b' });
    expect(outbox.messages()).toEqual([
      {
        id: 2,
        phone: '79000000002',
        text: 'Остаток меньше порога',
        code: null,
        sent_at: '2026-11-21T09:00:00.000Z',
      },
      {
        id: 1,
        phone,
        text: 'Код: 012345. Никому не сообщайте.',
        code: '012345',
        sent_at: '2026-11-21T09:00:00.000Z',
      },
    ]);
    expect(outbox.messages(phone)).toHaveLength(1);
    expect(printed.map((message) => message.id)).toEqual([1, 2]);
  });

  test.each([
    ['Код: 654321', '654321'],
    ['Перевод 150000 ₽ на карту. Код: 654321', '654321'],
    ['654321 — код подтверждения', '654321'],
    ['Перевод 123456,50 ₽', null],
    ['Телефон 79000000001', null],
  ])('the code of «%s» is not confused with a sum or a phone', async (text, code) => {
    const outbox = outboxSms({ clock, delayMs: 0 });
    await outbox.send({ phone, text, clientId: 'a' });
    expect(outbox.messages()[0]?.code).toBe(code);
  });

  test('each kind of refusal can be shown, and a refused message is not stored', async () => {
    const outbox = outboxSms({ clock, delayMs: 0 });
    for (const [refused, kind] of Object.entries(REFUSED_PHONES)) {
      const outcome = await outbox.send({ phone: refused, text: 'Код: 123456', clientId: refused });
      expect(outcome).toMatchObject({ accepted: false, kind });
    }
    expect(outbox.messages()).toEqual([]);
  });

  test('memory does not grow without end: the last thousand stay', async () => {
    const outbox = outboxSms({ clock, delayMs: 0 });
    for (let i = 1; i <= 1005; i++) await outbox.send({ phone, text: `${i}`, clientId: `${i}` });
    expect(outbox.messages()).toHaveLength(1000);
    expect(outbox.messages()[0]?.id).toBe(1005);
  });
});
