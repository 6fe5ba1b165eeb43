import { formatDate, type DateStyle } from '../lib/format.ts';

type Props = {
  /** ISO 8601, `YYYY-MM-DD` or `YYYY-MM`. */ value: string;
  style?: DateStyle;
  className?: string;
};

/** A date in Moscow time with its machine form beside it. */
export function DateText({ value, style = 'date', className }: Props) {
  return (
    <time dateTime={value} className={className}>
      {formatDate(value, style)}
    </time>
  );
}
