import { useState } from 'react';
import { DayPicker, type DateRange } from 'react-day-picker';
import { CALENDAR, dateOf, dayText } from './calendar-look.ts';
import styles from './Calendar.module.css';

type Props = {
  from: string | undefined;
  to: string | undefined;
  today: string;
  /** Both days have been chosen. */
  onChoose: (from: string, to: string) => void;
};

/** A month to choose a period from: the first press is one end of it, the second the other. */
export default function PeriodCalendar({ from, to, today, onChoose }: Props) {
  const [begun, setBegun] = useState<Date | null>(null);
  const shown: DateRange = begun ? { from: begun } : { from: dateOf(from), to: dateOf(to) };

  function onDay(day: Date) {
    if (!begun) return setBegun(day);
    const [first, last] = begun <= day ? [begun, day] : [day, begun];
    return onChoose(dayText(first), dayText(last));
  }
  return (
    <div>
      <DayPicker
        {...CALENDAR}
        mode="range"
        defaultMonth={dateOf(to) ?? dateOf(today)}
        today={dateOf(today)}
        selected={shown}
        onSelect={(_, day) => onDay(day)}
      />
      <p className={styles.hint} aria-live="polite">
        {begun ? 'Теперь выберите второй день' : 'Выберите первый день'}
      </p>
    </div>
  );
}
