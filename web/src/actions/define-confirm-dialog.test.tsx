// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { listKeys, revokeKey } from '#contract/companies/keys.ts';
import { readSandbox, revokeSandboxKey } from '#contract/companies/sandbox.ts';
import { givenServer } from '../testing/given-server.ts';
import { click, render } from '../testing/render.tsx';
import { defineConfirmDialog } from './define-confirm-dialog.tsx';

type Key = { id: number; title: string; isTest: boolean };
const done: Key[] = [];

const RevokeDialog = defineConfirmDialog({
  title: ({ title }: Key) => `Отозвать «${title}»?`,
  confirmLabel: 'Отозвать',
  text: () => <p>Программа с этим ключом перестанет работать.</p>,
  call: ({ isTest }) => (isTest ? revokeSandboxKey : revokeKey),
  input: ({ id }) => ({ params: { id } }),
  refresh: ({ isTest }) => [isTest ? readSandbox : listKeys],
  failed: 'Ключ не отозван',
  onDone: (key) => done.push(key),
});

test('a confirmed action is carried out once, and then its dialog closes', async () => {
  const server = givenServer({ code: 200, data: {} });
  const dialog = await open({ id: 7, title: 'Учёт', isTest: false });
  expect(document.body.textContent).toContain('Отозвать «Учёт»?');
  await click('Отозвать');
  await expect.poll(() => dialog.closed).toBe(1);
  expect(server.calls.map(({ path }) => path)).toEqual(['/api/keys/7']);
  expect(done.map(({ id }) => id)).toEqual([7]);
});

test('the item decides which call a confirm dialog makes', async () => {
  const server = givenServer({ code: 200, data: {} });
  const dialog = await open({ id: 8, title: 'Проба', isTest: true });
  await click('Отозвать');
  await expect.poll(() => dialog.closed).toBe(1);
  expect(server.calls.map(({ path }) => path)).toEqual(['/api/sandbox/keys/8']);
});

test('a refusal stands in the confirm dialog, which stays open', async () => {
  givenServer({ code: 409, message: 'Ключ уже отозван' });
  const dialog = await open({ id: 7, title: 'Учёт', isTest: false });
  await click('Отозвать');
  await expect.poll(() => document.body.textContent).toContain('Ключ уже отозван');
  expect(dialog.closed).toBe(0);
});

test('a dialog that is cancelled sends nothing', async () => {
  const server = givenServer({ code: 200, data: {} });
  const dialog = await open({ id: 7, title: 'Учёт', isTest: false });
  await click('Отмена');
  expect(dialog.closed).toBe(1);
  expect(server.calls).toEqual([]);
});

async function open(item: Key) {
  const dialog = { closed: 0 };
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <RevokeDialog item={item} onClose={() => (dialog.closed += 1)} />
    </QueryClientProvider>,
  );
  return dialog;
}
