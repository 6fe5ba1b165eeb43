import { ClientSearchField } from '../../staff/ClientSearchField.tsx';
import { useClientSearch } from '../../staff/use-client-search.ts';
import { ReadFailed } from '../../ui/ReadFailed.tsx';
import { Select } from '../../ui/Select.tsx';

type Client = { id: string; title: string };

/** All clients, or one that is found by its INN or title. */
export function ClientField({
  chosen,
  onChange,
}: {
  chosen: Client | null;
  onChange: (client: Client | null) => void;
}) {
  const { words, type, read, clients: found, count } = useClientSearch();
  const clients = found.map((one) => ({ id: String(one.id), title: `${one.title}, ИНН\u00a0${one.inn}` }));
  const offered = chosen && !clients.some(({ id }) => id === chosen.id) ? [chosen, ...clients] : clients;
  return (
    <>
      <ClientSearchField label="Найти клиента" help={helpOf(count)} words={words} onType={type} />
      <ReadFailed what="Клиенты не загрузились." reads={[read]} />
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
