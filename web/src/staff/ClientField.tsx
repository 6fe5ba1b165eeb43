import { useState } from 'react';
import { findClients } from '#contract/clients.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { useRead } from '../state/use-call.ts';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';

type Props = { value: string; onChange: (id: string) => void; error: string | null };

const DELAY_MS = 300;

/** A client, found by INN or title. */
export function ClientField({ value, onChange, error }: Props) {
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState('');
  const ask = useDebounced((text: string) => setAsked(text.trim()), DELAY_MS);
  const found = useRead(findClients, { query: { search: asked } }, { enabled: asked !== '' });
  const clients = asked === '' ? [] : (found.data?.data ?? []);
  return (
    <>
      <TextField
        label="Найти компанию"
        help={
          found.error?.message ??
          (asked !== '' && found.isSuccess && clients.length === 0
            ? 'Никого не нашли. Проверьте ИНН или название'
            : 'ИНН или часть названия')
        }
        value={words}
        onChange={(text) => {
          setWords(text);
          onChange('');
          ask.call(text);
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        autoComplete="off"
        autoFocus
      />
      <Select
        label="Компания"
        options={clients.map(({ id, inn, title }) => ({
          value: String(id),
          label: `${title}, ИНН\u00a0${inn}`,
        }))}
        value={value}
        onChange={onChange}
        placeholder={clients.length > 0 ? 'Выберите компанию' : 'Сначала найдите её выше'}
        error={error}
      />
    </>
  );
}
