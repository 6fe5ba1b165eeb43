import { formatDate, type DateStyle } from '../../lib/format.ts';
import { joinClasses } from '../../lib/join-classes.ts';
import styles from './DateText.module.css';

type Props = {
  /** ISO 8601, `YYYY-MM-DD` or `YYYY-MM`. */ value: string;
  style?: DateStyle;
  className?: string;
};

/** A date in Moscow time in a `time` element with its machine-readable form, on one line. */
export function DateText({ value, style = 'date', className }: Props) {
  return (
    <time dateTime={value} className={joinClasses(styles.date, className)}>
      {formatDate(value, style)}
    </time>
  );
}
