import { KEY_SCOPE, KEY_SCOPES, type KeyScope } from '#contract/companies/key-scopes.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { FieldSet } from '../../../ui/fields/FieldSet.tsx';
import styles from './Keys.module.css';

type Props = {
  value: readonly KeyScope[];
  error: string | null;
  disabled: boolean;
  onChange: (chosen: KeyScope[]) => void;
};

/** Permissions of a key, each with its meaning. */
export function ScopeChoice({ value: chosen, error, disabled, onChange }: Props) {
  return (
    <FieldSet className={styles.choice} label="Что может ключ" error={error}>
      {(aria) =>
        KEY_SCOPES.map((scope, index) => (
          <Checkbox
            {...(index === 0 && aria)}
            key={scope}
            label={capital(KEY_SCOPE[scope].word)}
            help={KEY_SCOPE[scope].explains}
            checked={chosen.includes(scope)}
            disabled={disabled}
            onChange={(isOn) => onChange(isOn ? [...chosen, scope] : chosen.filter((item) => item !== scope))}
          />
        ))
      }
    </FieldSet>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
