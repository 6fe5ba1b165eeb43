import { useState } from 'react';
import { listStaffDocuments } from '#contract/papers/staff-documents.ts';
import { counted } from '#contract/values/counted.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { useRead } from '../../../state/use-call.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';

const DELAY_MS = 300;
/** Number of documents offered at once; the others are found by their titles. */
const SHOWN = 20;
const MAX_SEARCH_LENGTH = 100;
const FORMS = ['документ', 'документа', 'документов'] as const;

type Props = {
  companyId: number;
  /** '' for none. */
  value: string;
  onChange: (id: string) => void;
  error: string | null;
  disabled: boolean;
};

/** A document of a client or none: the newest are offered, and any is found by a part of its title. */
export function DocumentField({ companyId, value, onChange, error, disabled }: Props) {
  const [typed, setTyped] = useState('');
  const [requested, setRequested] = useState('');
  const [chosen, setChosen] = useState<{ id: number; title: string } | null>(null);
  const request = useDebounced((text: string) => setRequested(text.trim()), DELAY_MS);
  const query = { company_id: companyId, perPage: SHOWN, ...(requested && { q: requested }) };
  const read = useRead(listStaffDocuments, { query }, { keepPrevious: true });
  const found = read.data?.data ?? [];
  const total = read.data?.meta.pagination.total ?? 0;
  const isElsewhere = chosen && !found.some(({ id }) => id === chosen.id);
  const options = [...(isElsewhere ? [chosen] : []), ...found];
  return (
    <>
      {(typed !== '' || requested !== '' || total > SHOWN) && (
        <TextField
          label="Найти документ"
          help={read.error?.message ?? formatFound(total)}
          placeholder="Номер или часть названия"
          value={typed}
          onChange={(text) => {
            setTyped(text);
            request.call(text);
          }}
          // The form would be sent with the document that was chosen before.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          readOnly={disabled}
        />
      )}
      <Select
        label="Документ"
        all="Без документа"
        disabled={disabled}
        options={options.map(({ id, title }) => ({ value: String(id), label: title }))}
        value={value}
        onChange={(next) => {
          setChosen(options.find(({ id }) => String(id) === next) ?? null);
          onChange(next);
        }}
        error={error}
      />
    </>
  );
}

function formatFound(total: number): string {
  if (total === 0) return 'Ничего не нашли. Проверьте номер или название';
  return total > SHOWN
    ? `Найдено ${counted(total, FORMS)}, ниже новейшие ${SHOWN}`
    : `Найдено ${counted(total, FORMS)}`;
}
