import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { listDrivers } from '#contract/drivers.ts';
import { listPartners } from '#contract/orders.ts';
import { useRead } from '../../state/use-call.ts';
import { fullDriverName } from '../../cards/describe-card.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { STATUS_FILTER } from '../../cards/card-state.ts';
import type { CardFilterName, CardFilters } from './use-card-filters.ts';
import styles from './CardFilterBar.module.css';

type Props = {
  filters: CardFilters;
  /** How many filters are set. */
  active: number;
  onChange: (name: CardFilterName, value: string) => void;
};

/** Search, network, status and driver; on a phone they are behind one button. */
export function CardFilterBar({ filters, active, onChange }: Props) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const partners = useRead(listPartners);
  const drivers = useRead(listDrivers);
  const choices = filters.search ? active - 1 : active;
  return (
    <search className={styles.bar} aria-label="Поиск и фильтры карт">
      <SearchField value={filters.search} onChange={(text) => onChange('search', text)} />
      <Button
        className={styles.toggle}
        icon={<IconAdjustmentsHorizontal aria-hidden="true" stroke={1.75} />}
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(!shown)}
      >
        {choices > 0 ? `Фильтры: ${choices}` : 'Фильтры'}
      </Button>
      <div id={id} className={shown ? styles.shown : styles.choices}>
        <Select
          label="Сеть"
          labelHidden
          value={filters.partner}
          onChange={(value) => onChange('partner', value)}
          options={[
            { value: '', label: 'Все сети' },
            ...(partners.data?.data ?? []).map((one) => ({ value: String(one.id), label: one.title })),
          ]}
        />
        <Select
          label="Статус"
          labelHidden
          value={filters.status}
          onChange={(value) => onChange('status', value)}
          options={[{ value: '', label: 'Все статусы' }, ...STATUS_FILTER]}
        />
        <Select
          label="Водитель"
          labelHidden
          value={filters.driver}
          onChange={(value) => onChange('driver', value)}
          options={[
            { value: '', label: 'Все водители' },
            ...(drivers.data?.data ?? []).map((one) => ({
              value: String(one.id),
              label: fullDriverName(one),
            })),
          ]}
        />
      </div>
    </search>
  );
}

/** Shows what is typed at once, but reads the list only when typing pauses. */
function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState({ value, sent: value });
  const typed = useDebounced((next: string) => {
    setKnown((before) => ({ ...before, sent: next }));
    onChange(next);
  }, 300);
  // The URL has changed: by this field, which may be ahead of it already, or from elsewhere; then the field follows.
  if (known.value !== value) {
    setKnown({ ...known, value });
    if (known.sent !== value) setText(value);
  }
  return (
    <TextField
      label="Поиск карты"
      labelHidden
      type="search"
      className={styles.search}
      placeholder="Найти карту"
      prefix={<IconSearch aria-hidden="true" stroke={1.75} />}
      value={text}
      maxLength={100}
      onChange={(next) => {
        setText(next);
        typed.call(next);
      }}
    />
  );
}
