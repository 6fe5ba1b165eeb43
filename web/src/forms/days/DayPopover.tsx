import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { useToday } from '../../lib/use-today.ts';
import { Popover } from '../../ui/layers/Popover.tsx';
import styles from './DayPopover.module.css';

const DayCalendar = lazy(() => import('./DayCalendar.tsx'));

type Props = {
  /** Label of the field that the popover belongs to. */
  label: string;
  day: string | undefined;
  from?: string | undefined;
  onChoose: (day: string, close: () => void) => void;
  /** Under the calendar. */
  children?: (close: () => void) => ReactNode;
};

/** A button that opens a month to pick a day from. */
export function DayPopover({ label, day, from, onChoose, children }: Props) {
  return (
    <Popover label={`Календарь: ${label}`} icon={<IconCalendar aria-hidden="true" stroke={1.75} />}>
      {(close) => (
        <div className={styles.choice}>
          <Month day={day} from={from} onChoose={(chosen) => onChoose(chosen, close)} />
          {children?.(close)}
        </div>
      )}
    </Popover>
  );
}

function Month(props: Omit<Props, 'label' | 'onChoose'> & { onChoose: (day: string) => void }) {
  const today = useToday();
  return (
    <Suspense fallback={<div className={styles.toCome} aria-busy="true" />}>
      <DayCalendar day={props.day} from={props.from} today={today} onChoose={props.onChoose} />
    </Suspense>
  );
}
