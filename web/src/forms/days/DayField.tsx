import { DayPopover } from './DayPopover.tsx';
import { DAY, dayProblem } from './type-day.ts';
import { TypedField, type TypedProps } from '../TypedField.tsx';

type Props = TypedProps & {
  /** The first day that may be chosen. */
  from?: string;
};

/** A day, typed or picked from a calendar, as it is written in Russia whatever the language of the browser. */
export function DayField({ from, ...field }: Props) {
  const { label, value, readOnly, onChange } = field;
  const way = from ? { ...DAY, problem: (day: string) => dayProblem(day, { from }) } : DAY;
  return (
    <TypedField
      {...field}
      way={way}
      beside={
        <DayPopover
          label={label}
          day={value}
          from={from}
          onChoose={(day, close) => {
            if (!readOnly) onChange(day);
            close();
          }}
        />
      }
    />
  );
}
