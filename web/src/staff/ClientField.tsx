import { Select } from '../ui/fields/Select.tsx';
import { ClientSearchField } from './ClientSearchField.tsx';
import { useClientSearch } from './use-client-search.ts';

type Props = { value: string; onChange: (id: string) => void; error: string | null };

/** A client, found by INN or title. */
export function ClientField({ value, onChange, error }: Props) {
  const { words: searchText, type, read, clients, count } = useClientSearch();
  return (
    <>
      <ClientSearchField
        label="Найти компанию"
        help={
          read.error?.message ??
          (count === 0 ? 'Никого не нашли. Проверьте ИНН или название' : 'ИНН или часть названия')
        }
        text={searchText}
        onType={(text) => {
          type(text);
          onChange('');
        }}
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
