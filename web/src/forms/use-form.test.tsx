// @vitest-environment happy-dom
import { useState } from 'react';
import { expect, test } from 'vitest';
import { click, describe, getField, render, settle, type } from '../testing/render.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { TextField } from '../ui/fields/TextField.tsx';
import { FormShell } from './FormShell.tsx';
import { useForm, type Form, type FormError } from './use-form.ts';

test('a refusal stands on its field, with the focus, until the field changes', async () => {
  const form = await givenNewsForm();
  await form.refuse({ first_day: ['Дата уже прошла', 'Дата уже прошла'] });
  expect(describe(getField('Дата'))).toBe('Дата уже прошла');
  expect(document.activeElement).toBe(getField('Дата'));
  expect(readMessage()).toBeNull();
  await type('Дата', '2026-12-01');
  expect(describe(getField('Дата'))).toBe('');
});

test('a refusal of a field that is hidden now stands in the message of the form', async () => {
  const form = await givenNewsForm();
  await click('Посмотреть');
  await form.refuse({ first_day: ['Дата уже прошла'] });
  expect(readMessage()).toBe('Дата уже прошла');
  await click('Править');
  expect(readMessage()).toBeNull();
  expect(describe(getField('Дата'))).toBe('Дата уже прошла');
});

test('a refusal that the user has corrected does not return when its field is hidden', async () => {
  const form = await givenNewsForm();
  await form.refuse({ first_day: ['Дата уже прошла'], region: ['Такого региона нет'] });
  await type('Дата', '2026-12-01');
  await click('Посмотреть');
  expect(readMessage()).toBe('Такого региона нет');
});

test('a refusal of a field in a part of the form stands on that field', async () => {
  const form = await givenNewsForm();
  await form.refuse({ title: ['Заголовок слишком длинный'] });
  expect(describe(getField('Заголовок'))).toBe('Заголовок слишком длинный');
  expect(readMessage()).toBeNull();
});

test('a refusal of a field in a closed disclosure opens it', async () => {
  const form = await givenNewsForm();
  const fold = getField('Примечание').closest('details');
  expect(fold?.open).toBe(false);
  await form.refuse({ note: ['Примечание слишком длинное'] });
  expect(fold?.open).toBe(true);
  expect(document.activeElement).toBe(getField('Примечание'));
});

test('a problem is shown once the user has tried to send, and stops the form', async () => {
  const form = await givenNewsForm();
  await type('Заголовок', '');
  expect(describe(getField('Заголовок'))).toBe('');
  await click('Отправить');
  expect(describe(getField('Заголовок'))).toBe('Укажите заголовок');
  expect(document.activeElement).toBe(getField('Заголовок'));
  expect(form.sent).toEqual([]);
  await type('Заголовок', 'Новая АЗС');
  await click('Отправить');
  expect(form.sent).toEqual([{ firstDay: '2026-11-01', title: 'Новая АЗС', note: '' }]);
});

test('a reset gives the first values back and forgets what was refused', async () => {
  const form = await givenNewsForm();
  await type('Заголовок', 'Другой');
  await form.refuse({ title: ['Заголовок занят'] });
  await click('Сначала');
  expect(getField('Заголовок').value).toBe('Скидка');
  expect(describe(getField('Заголовок'))).toBe('');
});

test('values that follow are replaced until the user has typed', async () => {
  const form = await givenNewsForm();
  await form.follow('Скидка в декабре');
  expect(getField('Заголовок').value).toBe('Скидка в декабре');
  await type('Заголовок', 'Своя');
  await form.follow('Скидка в январе');
  expect(getField('Заголовок').value).toBe('Своя');
});

type Values = { firstDay: string; title: string; note: string };

/** A form of three fields. One of them is left out of the preview, one is rendered by a component of its own. */
async function givenNewsForm() {
  const sent: Values[] = [];
  const outside: { refuse?: (error: FormError) => void; follow?: (title: string) => void } = {};
  function NewsForm() {
    const [error, setError] = useState<FormError | null>(null);
    const [title, setTitle] = useState('Скидка');
    const [isPreview, setPreview] = useState(false);
    Object.assign(outside, { refuse: setError, follow: setTitle });
    const form = useForm<Values>({
      values: { firstDay: '2026-11-01', title, note: '' },
      follow: true,
      check: (values) => ({ title: values.title ? null : 'Укажите заголовок' }),
    });
    return (
      <FormShell
        form={form}
        action={{ isPending: false, error }}
        onSubmit={(values) => sent.push(values)}
        submitLabel="Отправить"
      >
        {!isPreview && <TextField label="Дата" {...form.field('firstDay')} />}
        <TitlePart form={form} />
        <Disclosure summary="Ещё">
          <TextField label="Примечание" {...form.field('note')} />
        </Disclosure>
        <button type="button" onClick={() => setPreview(!isPreview)}>
          {isPreview ? 'Править' : 'Посмотреть'}
        </button>
        <button type="button" onClick={() => form.reset()}>
          Сначала
        </button>
      </FormShell>
    );
  }
  await render(<NewsForm />);
  return {
    sent,
    refuse: (fields: Record<string, string[]>) => settle(() => outside.refuse?.({ fields })),
    follow: (title: string) => settle(() => outside.follow?.(title)),
  };
}

function TitlePart({ form }: { form: Form<Values> }) {
  return <TextField label="Заголовок" {...form.field('title')} />;
}

function readMessage(): string | null {
  return document.querySelector('[role=alert]')?.textContent ?? null;
}
