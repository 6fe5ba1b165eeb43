import { ClientSearchField } from '../../../staff/ClientSearchField.tsx';
import { useClientSearch } from '../../../staff/use-client-search.ts';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { Select } from '../../../ui/fields/Select.tsx';

type Client = { id: string; title: string };

type Props = {
  value: Client | null;
  onChange: (client: Client | null) => void;
  error: string | null;
};

/** All clients, or one that is found by its INN or title. */
export function ClientField({ value: chosen, onChange, error }: Props) {
  const { words: searchText, type, read, clients: found, count } = useClientSearch();
  const clients = found.map((item) => ({
    id: String(item.id),
    title: `${item.title}, ИНН\u00a0${item.inn}`,
  }));
  const offered = chosen && !clients.some(({ id }) => id === chosen.id) ? [chosen, ...clients] : clients;
  return (
    <>
      <ClientSearchField label="Найти клиента" help={formatHelp(count)} text={searchText} onType={type} />
      <ReadFailed what="Клиенты не загрузились." reads={[read]} />
      <Select
        label="Для кого"
        error={error}
        value={chosen?.id ?? ''}
        onChange={(id) => onChange(offered.find((item) => item.id === id) ?? null)}
        options={[
          { value: '', label: 'Все клиенты' },
          ...offered.map(({ id, title }) => ({ value: id, label: title })),
        ]}
      />
    </>
  );
}

function formatHelp(count: number | null): string {
  if (count === null) return 'ИНН или часть названия; без него тариф для всех';
  return count === 0 ? 'Никого не нашли' : `Нашли: ${count}, выберите ниже`;
}
