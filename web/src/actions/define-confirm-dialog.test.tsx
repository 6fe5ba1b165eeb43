// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { listKeys, revokeKey } from '#contract/companies/keys.ts';
import { readSandbox, revokeSandboxKey } from '#contract/companies/sandbox.ts';
import { listWebhooks, rotateWebhook } from '#contract/companies/webhooks.ts';
import { givenServer } from '../testing/given-server.ts';
import { click, findButton, render } from '../testing/render.tsx';
import type { ItemDialog } from '../ui/use-dialogs.tsx';
import { defineConfirmDialog, defineQuestionDialog } from './define-confirm-dialog.tsx';

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

const SecretDialog = defineConfirmDialog({
  title: 'Сменить секрет?',
  confirmLabel: 'Сменить',
  text: () => <p>Прежний действует ещё сутки.</p>,
  call: rotateWebhook,
  input: (id: number) => ({ params: { id } }),
  refresh: [listWebhooks],
  result: ({ data }) => <p>Новый секрет: {data.secret}</p>,
});

test('a dialog with a result shows the answer in place of its question and stays open', async () => {
  givenServer({ code: 200, data: { secret: 'whsec_7' } });
  const dialog = await openDialog(SecretDialog, 7);
  await click('Сменить');
  await expect.poll(() => document.body.textContent).toContain('Новый секрет: whsec_7');
  expect(document.body.textContent).not.toContain('Сменить секрет?');
  expect(dialog.closed).toBe(0);
});

test('a dialog about a thing that has changed shows that and offers no action', async () => {
  const server = givenServer({ code: 200, data: {} });
  const GoneDialog = defineConfirmDialog({
    title: 'Отозвать ключ?',
    confirmLabel: 'Отозвать',
    text: () => <p>Программа перестанет работать.</p>,
    call: revokeKey,
    input: (id: number) => ({ params: { id } }),
    refresh: [listKeys],
    useOutdated: (id) => (id === 7 ? { title: 'Ключ отозван', text: <p>Его отозвал коллега.</p> } : null),
  });
  const dialog = await openDialog(GoneDialog, 7);
  expect(document.body.textContent).toContain('Ключ отозванЕго отозвал коллега.');
  expect(document.body.textContent).not.toContain('Отозвать');
  await click('Понятно');
  expect([dialog.closed, server.calls]).toEqual([1, []]);
});

test('a refusal that is reported elsewhere does not stand in the confirm dialog', async () => {
  givenServer({ code: 409, message: 'Статус уже меняется' });
  const reported: string[] = [];
  const BlockDialog = defineConfirmDialog({
    title: 'Блокировка карты',
    confirmLabel: 'Заблокировать',
    text: () => <p>По карте нельзя будет заправиться.</p>,
    call: revokeKey,
    input: (id: number) => ({ params: { id } }),
    refresh: [listKeys],
    refreshAfter: ({ message }) => reported.push(message) > 0,
    reportsFailure: true,
  });
  const dialog = await openDialog(BlockDialog, 7);
  await click('Заблокировать');
  await expect.poll(() => reported).toEqual(['Статус уже меняется']);
  await expect.poll(() => findButton('Заблокировать').getAttribute('aria-busy')).toBe(null);
  expect(document.body.textContent).not.toContain('Статус уже меняется');
  expect(dialog.closed).toBe(0);
});

test('a question closes before its page acts on the answer', async () => {
  const RoleDialog = defineQuestionDialog({
    title: (name: string) => `Закрыть доступ: ${name}?`,
    confirmLabel: 'Закрыть доступ',
    text: () => <p>Вернуть можно здесь же.</p>,
  });
  const closedBefore: number[] = [];
  const dialog = await openDialog(RoleDialog, {
    item: 'Анна',
    onConfirm: () => closedBefore.push(dialog.closed),
  });
  expect(document.body.textContent).toContain('Закрыть доступ: Анна?');
  await click('Закрыть доступ');
  expect(closedBefore).toEqual([1]);
});

function open(item: Key) {
  return openDialog(RevokeDialog, item);
}

async function openDialog<Item>(Dialog: ItemDialog<Item>, item: Item) {
  const dialog = { closed: 0 };
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <Dialog item={item} onClose={() => (dialog.closed += 1)} />
    </QueryClientProvider>,
  );
  return dialog;
}
