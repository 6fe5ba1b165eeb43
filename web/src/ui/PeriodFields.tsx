import { TextField } from './TextField.tsx';

type Props = {
  /** `YYYY-MM-DD`, both days inclusive; empty while a day is not chosen. */
  from: string;
  to: string;
  onChange: (change: { from: string } | { to: string }) => void;
};

/** The first and the last day of a period; neither can pass the other. */
export function PeriodFields({ from, to, onChange }: Props) {
  return (
    <>
      <TextField label="С" type="date" value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <TextField label="По" type="date" value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </>
  );
}
