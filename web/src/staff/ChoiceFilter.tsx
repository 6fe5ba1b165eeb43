import { useSearchParams } from 'react-router';
import { offeredValue } from '../lib/read-address.ts';
import { useWriteAddress } from '../state/use-write-address.ts';
import { Select, type Option } from '../ui/Select.tsx';

type Props = { label: string; name: string; all: string; options: readonly Option[] };

/** A filter of a list of the staff that stands in the address under `name`. */
export function ChoiceFilter({ label, name, all, options }: Props) {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  return (
    <Select
      label={label}
      value={chosenOf(search, name, options)}
      onChange={(value) => write({ [name]: value || null, page: null })}
      options={[{ value: '', label: all }, ...options]}
    />
  );
}

/** What the address says of it, if it is offered. */
export function chosenOf(search: URLSearchParams, name: string, options: readonly Option[]): string {
  return offeredValue(
    search.get(name),
    options.map(({ value }) => value),
  );
}
