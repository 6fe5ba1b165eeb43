// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { INN_MESSAGES } from '#contract/values/inn.ts';
import { render } from '../../../testing/render.tsx';
import { CompanyPanel } from './CompanyPanel.tsx';
import type { CompanyCheck } from './use-company-check.ts';

const HERE = 'или исправьте здесь: верный ИНН есть в выписке из ЕГРЮЛ или ЕГРИП';

async function showRefusal(message: string, again: CompanyCheck['again']): Promise<string> {
  const problem = { message, pointsToSettings: true };
  const check = { inn: '5047123456', setInn: () => {}, company: null, checking: false, problem, again };
  await render(<CompanyPanel profile={null} check={check} />);
  return document.body.textContent;
}

test('§5.12 a user without a company reads that he can correct a wrong INN at once', async () => {
  const text = await showRefusal(INN_MESSAGES.control, null);
  expect(text).toContain(`Укажите его в настройках профиля компании ${HERE}`);
});

test('§5.12 a user whose INN could not be checked is not asked to correct it', async () => {
  const text = await showRefusal('Реестр временно не отвечает', () => {});
  expect(text).toContain('Укажите его в настройках профиля компании');
  expect(text).not.toContain(HERE);
});
