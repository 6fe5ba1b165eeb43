// @vitest-environment happy-dom
import { useState } from 'react';
import { expect, test } from 'vitest';
import { click, getField, render, settle, type } from '../testing/render.tsx';
import { FormModal } from './FormModal.tsx';
import { NO_REQUEST } from './FormShell.tsx';
import { TextField } from '../ui/fields/TextField.tsx';

test('a dialog of a form opens with the focus on its first field', async () => {
  await givenDialog();
  await expect.poll(() => document.activeElement).toBe(getField('Сумма'));
});

test('Escape asks before a form loses what was typed', async () => {
  await givenDialog();
  await type('Сумма', '1000');
  await pressEscape();
  expect(document.body.textContent).toContain('Закрыть без сохранения?');
  await click('Отмена');
  expect(getField('Сумма').value).toBe('1000');
});

test('Escape closes a form into which nothing was typed', async () => {
  await givenDialog();
  await pressEscape();
  expect(document.body.textContent).not.toContain('Бюджет');
});

test('the second click of a double one, which opened the dialog, leaves it open', async () => {
  await givenDialog();
  await clickOutside(2);
  expect(document.body.textContent).toContain('Бюджет');
  await clickOutside(1);
  expect(document.body.textContent).not.toContain('Бюджет');
});

async function givenDialog(): Promise<void> {
  await render(<BudgetDialog />);
}

async function pressEscape(): Promise<void> {
  const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
  await settle(() => getField('Сумма').dispatchEvent(escape));
}

async function clickOutside(detail: number): Promise<void> {
  const around = getField('Сумма').closest('[role="dialog"]')?.parentElement;
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
    await settle(() => around?.dispatchEvent(new MouseEvent(type, { bubbles: true, detail })));
}

function BudgetDialog() {
  const [opened, setOpened] = useState(true);
  const [sum, setSum] = useState('');
  if (!opened) return null;
  return (
    <FormModal
      title="Бюджет"
      submitLabel="Сохранить"
      action={NO_REQUEST}
      onSubmit={() => undefined}
      onClose={() => setOpened(false)}
    >
      <TextField label="Сумма" value={sum} onChange={setSum} />
    </FormModal>
  );
}
