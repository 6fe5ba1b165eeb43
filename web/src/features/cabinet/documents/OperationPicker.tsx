import { useState } from 'react';
import { shortNumber } from '#contract/values/card-number.ts';
import { MAX_DISPUTED, listDisputable } from '#contract/papers/objections.ts';
import { formatDate, formatMoney } from '../../../lib/format.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import type { ChosenOperation } from '../../../state/objection-draft.ts';
import { useRead } from '../../../state/use-call.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx';
import styles from './DocumentList.module.css';
import type { MonthlyDocument } from './monthly-document.ts';

type Props = {
  document: MonthlyDocument;
  chosen: readonly ChosenOperation[];
  onChange: (chosen: ChosenOperation[]) => void;
  disabled: boolean;
};

/** The operations of the document’s network and month that an objection is about. What is typed finds them. */
export function OperationPicker({ document, chosen, onChange, disabled }: Props) {
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  const typed = useDebounced(setQ, 300);
  const request = { query: { partner_id: document.partner_id, date: document.month, q } };
  const read = useRead(listDisputable, request, { keepPrevious: true });
  const found = (read.data?.data ?? []).map((item) => ({ id: item.id, text: formatOperation(item) }));
  const isChosen = (id: number) => chosen.some((chosenOperation) => chosenOperation.id === id);
  const others = found.filter(({ id }) => !isChosen(id));
  const rest = (read.data?.meta.total ?? 0) - found.length;

  const box = (chosenOperation: ChosenOperation) => (
    <Checkbox
      key={chosenOperation.id}
      label={chosenOperation.text}
      checked={isChosen(chosenOperation.id)}
      disabled={disabled || (!isChosen(chosenOperation.id) && chosen.length >= MAX_DISPUTED)}
      onChange={(on) =>
        onChange(on ? [...chosen, chosenOperation] : chosen.filter(({ id }) => id !== chosenOperation.id))
      }
    />
  );
  return (
    <Disclosure
      open={chosen.length > 0}
      summary={chosen.length > 0 ? `Операции, о которых речь: ${chosen.length}` : 'Указать операции'}
    >
      <TextField
        label="Найти операцию"
        help="Карта, день, сумма или АЗС"
        type="search"
        value={text}
        maxLength={100}
        onChange={(next) => {
          setText(next);
          typed.call(next);
        }}
      />
      {!read.data && !read.error && <TextSkeleton />}
      {read.error && <p>{read.error.message}</p>}
      <fieldset className={styles.operations} aria-busy={read.isPlaceholderData}>
        <legend>
          <VisuallyHidden>Операции документа</VisuallyHidden>
        </legend>
        {chosen.map(box)}
        {others.map(box)}
      </fieldset>
      {read.data && found.length === 0 && <p className={styles.quiet}>Таких операций нет.</p>}
      {rest > 0 && <p className={styles.quiet}>Ещё {rest}: уточните поиск.</p>}
    </Disclosure>
  );
}

type NamedOperation = { card_number: string; date: string; sum: number; goods?: string | null };

export function formatOperation({ card_number: number, date, sum, goods }: NamedOperation): string {
  return [`${formatDate(date, 'datetime')}, карта ${shortNumber(number)}`, goods, formatMoney(sum)]
    .filter(Boolean)
    .join(', ');
}
