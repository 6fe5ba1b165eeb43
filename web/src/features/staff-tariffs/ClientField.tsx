import { useState } from 'react';
import { findClients } from '#contract/clients.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useRead } from '../../state/use-call.ts';
import { ReadFailed } from '../../ui/ReadFailed.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';

type Client = { id: string; title: string };

const SEARCH_DELAY_MS = 300;

/** All clients, or one that is found by its INN or title. */
export function ClientField({
  chosen,
  onChange,
}: {
  chosen: Client | null;
  onChange: (client: Client | null) => void;
}) {
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState('');
  const ask = useDebounced((text: string) => setAsked(text.trim()), SEARCH_DELAY_MS);
  const found = useRead(findClients, { query: { search: asked } }, { enabled: asked !== '' });
  const listed = asked === '' ? [] : (found.data?.data ?? []);
  const clients = listed.map((one) => ({ id: String(one.id), title: `${one.title}, ИНН\u00a0${one.inn}` }));
  const offered = chosen && !clients.some(({ id }) => id === chosen.id) ? [chosen, ...clients] : clients;
  return (
    <>
      <TextField
        label="Найти клиента"
        help={helpOf(asked !== '' && found.isSuccess ? clients.length : null)}
        value={words}
        onChange={(text) => {
          setWords(text);
          ask.call(text);
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        autoComplete="off"
        autoFocus
      />
      <ReadFailed what="Клиенты не загрузились." reads={[found]} />
      <Select
        label="Для кого"
        value={chosen?.id ?? ''}
        onChange={(id) => onChange(offered.find((one) => one.id === id) ?? null)}
        options={[
          { value: '', label: 'Все клиенты' },
          ...offered.map(({ id, title }) => ({ value: id, label: title })),
        ]}
      />
    </>
  );
}

function helpOf(count: number | null): string {
  if (count === null) return 'ИНН или часть названия; без него тариф для всех';
  return count === 0 ? 'Никого не нашли' : `Нашли: ${count}, выберите ниже`;
}
