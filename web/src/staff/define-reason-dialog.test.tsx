// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { endTariff, listTariffs } from '#contract/programme/tariffs.ts';
import { givenServer } from '../testing/given-server.ts';
import { click, describe, findButton, getField, render, type } from '../testing/render.tsx';
import { defineReasonDialog } from './define-reason-dialog.tsx';

type Tariff = { id: number; title: string; isEnded: boolean; isPlanned?: boolean };
const TARIFF: Tariff = { id: 7, title: 'Зимний', isEnded: false };

const EndDialog = defineReasonDialog({
  title: (tariff: Tariff) => `Завершить «${tariff.title}»`,
  submitLabel: 'Завершить',
  text: (tariff) => <p>Тариф «{tariff.title}» перестанет действовать.</p>,
  label: 'Причина',
  missing: 'Укажите причину',
  problem: ({ isEnded }) => (isEnded ? 'Тариф уже завершён' : null),
  name: 'Завершение тарифа',
  call: endTariff,
  day: ({ isPlanned }) =>
    isPlanned ? null : { label: 'Последний день', help: 'Не раньше сегодняшнего', wire: 'last_day' },
  input: ({ id, isPlanned }, reason, day) => ({
    params: { id },
    body: { reason, ...(!isPlanned && { last_day: day }) },
  }),
  refresh: [listTariffs],
});

test('a reason dialog sends its reason once and closes', async () => {
  const server = givenServer({ code: 200, data: {} });
  const dialog = await open({ ...TARIFF, isPlanned: true });
  expect(document.body.textContent).toContain('Тариф «Зимний» перестанет действовать.');
  expect(findButton('Завершить').getAttribute('aria-disabled')).toBe('true');
  await click('Завершить');
  expect(server.calls).toEqual([]);
  await type('Причина', 'Договор расторгнут');
  await click('Завершить');
  await expect.poll(() => dialog.closed).toBe(1);
  expect(server.calls.map(({ body }) => body)).toEqual([{ reason: 'Договор расторгнут' }]);
});

test('a refused reason stands under its field, and the dialog stays open', async () => {
  givenServer({ code: 400, error_messages: { reason: ['Причина слишком короткая'] } });
  const dialog = await open(TARIFF);
  await type('Причина', 'я');
  await click('Завершить');
  await expect.poll(() => describe(getField('Причина'))).toBe('Причина слишком короткая');
  expect(dialog.closed).toBe(0);
});

test('a refused day stands under its own field of a reason dialog', async () => {
  const server = givenServer({ code: 400, error_messages: { last_day: ['Этот день уже прошёл'] } });
  await open(TARIFF);
  await type('Последний день', '2026-10-01');
  await type('Причина', 'Договор расторгнут');
  await click('Завершить');
  await expect.poll(() => describe(getField('Последний день'))).toBe('Этот день уже прошёл');
  expect(server.calls[0]?.body).toEqual({ reason: 'Договор расторгнут', last_day: '2026-10-01' });
});

test('a problem of the item stops a reason dialog whatever the reason is', async () => {
  const server = givenServer({ code: 200, data: {} });
  await open({ ...TARIFF, isEnded: true });
  await type('Причина', 'Договор расторгнут');
  await click('Завершить');
  expect(server.calls).toEqual([]);
});

async function open(item: Tariff) {
  const dialog = { closed: 0 };
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <EndDialog item={item} onClose={() => (dialog.closed += 1)} />
    </QueryClientProvider>,
  );
  return dialog;
}
