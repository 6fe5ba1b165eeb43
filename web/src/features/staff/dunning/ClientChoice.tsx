import { ClientSearchField } from '../../../staff/ClientSearchField.tsx';
import { useClientSearch } from '../../../staff/use-client-search.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';

export type ChosenClient = { id: string; title: string };

type Props = {
  value: ChosenClient | null;
  onChange: (client: ChosenClient | null) => void;
  error: string | null;
};

/** One client, found by INN or title; the chosen one stays offered while another one is searched for. */
export function ClientChoice({ value, onChange, error }: Props) {
  const { words: searchText, type, read, clients, count } = useClientSearch();
  const found = clients.map(({ id, inn, title }) => ({ id: String(id), title: `${title}, ИНН\u00a0${inn}` }));
  const offered = value && !found.some(({ id }) => id === value.id) ? [value, ...found] : found;
  return (
    <>
      <ClientSearchField
        label="Найти клиента"
        help={count === null ? 'ИНН или часть названия' : count === 0 ? 'Никого не нашли' : `Нашли: ${count}`}
        text={searchText}
        onType={type}
      />
      <ReadFailed what="Клиенты не загрузились." reads={[read]} />
      <Select
        label="Клиент"
        placeholder={offered.length > 0 ? 'Выберите клиента' : 'Сначала найдите его выше'}
        error={error}
        value={value?.id ?? ''}
        onChange={(id) => onChange(offered.find((client) => client.id === id) ?? null)}
        options={offered.map(({ id, title }) => ({ value: id, label: title }))}
      />
    </>
  );
}
