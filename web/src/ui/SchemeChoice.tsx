import { Segmented } from './fields/Segmented.tsx';
import type { Scheme } from './theme/colour-scheme.ts';

type Props = { value: Scheme; onChange?: (scheme: Scheme) => void };

/** Light, dark, or as the system sets it. */
export function SchemeChoice({ value, onChange = () => {} }: Props) {
  return (
    <Segmented
      label="Оформление"
      labelHidden
      options={[
        { value: 'light', label: 'Светлое' },
        { value: 'dark', label: 'Тёмное' },
        { value: 'auto', label: 'Как в системе' },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
