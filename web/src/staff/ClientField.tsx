import { useState } from 'react';
import type { z } from 'zod';
import type { client } from '#contract/companies/clients.ts';
import { counted } from '#contract/values/counted.ts';
import { SearchSelect } from '../ui/fields/SearchSelect.tsx';
import { ReadFailed } from '../ui/states/ReadFailed.tsx';
import { useClientSearch } from './use-client-search.ts';

type Client = z.infer<typeof client>;
export type ChosenClient = { id: string; title: string };
export type FoundClient = ChosenClient & { invoices: Client['invoices'] };

type Props = {
  /** Null, or an empty id, while no client is chosen. */
  value: ChosenClient | null;
  onChange: (client: FoundClient | null) => void;
  error: string | null;
  /** The choice of no client: «Все клиенты». */
  none?: string;
  help?: string;
  placeholder?: string;
  autoFocus?: boolean;
};

const CLIENTS = ['клиент', 'клиента', 'клиентов'] as const;

/** Lets staff choose a client, found by its INN or a part of its title. Staff do not know our ids. */
export function ClientField(props: Props) {
  const { value: chosen, onChange, none, placeholder = 'ИНН или часть названия', ...field } = props;
  const { type, read, found, searching } = useClientSearch();
  const [last, setLast] = useState<Client | null>(null);
  const clients = found ?? [];
  const id = chosen?.id ?? '';
  const own = [...clients, last].find((item) => item !== null && String(item.id) === id);

  function choose(value: string) {
    const client = clients.find((item) => String(item.id) === value) ?? null;
    setLast(client ?? own ?? null);
    if (client) onChange({ id: value, title: client.title, invoices: client.invoices });
    else if (value === '') onChange(null);
  }

  return (
    <>
      <SearchSelect
        {...field}
        label="Клиент"
        placeholder={placeholder}
        value={id}
        onChange={choose}
        onType={type}
        // Enter takes the first one: a client that was found, else what is chosen already.
        options={[
          ...clients.map(toOption),
          ...(chosen === null || id === '' || clients.some((item) => item === own)
            ? []
            : [own ? toOption(own) : { value: id, label: chosen.title }]),
          ...(none === undefined ? [] : [{ value: '', label: none }]),
        ]}
        formatCount={() => formatFound(found?.length ?? null, searching)}
      />
      <ReadFailed what="Клиенты не загрузились." reads={[read]} />
    </>
  );
}

function formatFound(count: number | null, searching: boolean): string {
  if (searching) return 'Ищем…';
  if (count === null) return 'Введите ИНН или часть названия';
  return count > 0 ? `Найдено: ${counted(count, CLIENTS)}` : 'Таких клиентов нет';
}

function toOption({ id, inn, title }: Client) {
  return { value: String(id), label: `${title}, ИНН\u00a0${inn}` };
}
