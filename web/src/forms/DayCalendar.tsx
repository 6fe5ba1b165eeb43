import { DayPicker } from 'react-day-picker';
import { CALENDAR, dateOf, dayText } from './calendar-look.ts';
import styles from './Calendar.module.css';

type Props = {
  day: string | undefined;
  /** The first day that may be chosen. */
  from: string | undefined;
  today: string;
  onChoose: (day: string) => void;
};

/** A month to pick one day from. */
export default function DayCalendar({ day, from, today, onChoose }: Props) {
  const first = dateOf(from);
  return (
    <DayPicker
      {...CALENDAR}
      modifiersClassNames={{ selected: styles.end ?? '' }}
      mode="single"
      defaultMonth={dateOf(day) ?? dateOf(today)}
      today={dateOf(today)}
      selected={dateOf(day)}
      disabled={first ? { before: first } : false}
      onSelect={(_, chosen) => onChoose(dayText(chosen))}
    />
  );
}
