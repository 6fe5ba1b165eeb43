import { Combobox } from '@base-ui/react/combobox';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { joinClasses } from '../../lib/join-classes.ts';
import { POPUP_POSITION } from '../layers/popup-position.ts';
import { controlClass, Field, type FieldTexts } from './Field.tsx';
import type { Option } from './Select.tsx';
import styles from './SearchSelect.module.css';

type Props = FieldTexts & {
  options: readonly Option[];
  /** '' while nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  /** Returns whether the typed text means this option. Without it the options are those that `onType` has found. */
  isMeant?: (value: string, text: string) => boolean;
  /** Searches for what is typed, where the server has the options. */
  onType?: (text: string) => void;
  /** Formats the number of options found, as text. */
  formatCount: (found: number) => string;
  placeholder?: string;
  autoFocus?: boolean;
};

/** A choice among many, found by typing. What was typed and not chosen goes when the field is left. */
export function SearchSelect(props: Props) {
  const { label, help, error, optional, labelHidden, options, value, onChange, isMeant } = props;
  const [opened, setOpened] = useState(false);
  return (
    <Field {...{ label, help, error, optional, labelHidden }}>
      {(aria) => (
        <Combobox.Root
          items={options}
          value={options.find((option) => option.value === value) ?? null}
          isItemEqualToValue={(a, b) => a.value === b.value}
          onValueChange={(chosen, details) => {
            if (chosen) return onChange(chosen.value);
            // An emptied field waits for another option. The form keeps the previous one until then.
            details.cancel();
            return setOpened(true);
          }}
          open={opened}
          onOpenChange={setOpened}
          filter={isMeant ? (option, text) => isMeant(option.value, text) : null}
          onInputValueChange={(text, details) => details.reason === 'input-change' && props.onType?.(text)}
          autoHighlight
        >
          <Combobox.InputGroup className={styles.box}>
            <IconSearch aria-hidden="true" className={styles.glass} stroke={1.75} />
            <Combobox.Input
              {...aria}
              placeholder={props.placeholder}
              maxLength={100}
              className={joinClasses(controlClass, styles.input)}
              autoFocus={props.autoFocus}
              data-autofocus={props.autoFocus || undefined}
              onFocus={(event) => event.currentTarget.select()}
              onKeyDown={(event) => {
                // It chooses what was found, and does not send the form with another one.
                if (event.key === 'Enter') event.preventDefault();
                // It takes back no choice.
                if (event.key === 'Escape' && !opened) event.preventBaseUIHandler();
              }}
            />
          </Combobox.InputGroup>
          <Combobox.Portal data-print="hide">
            <Combobox.Positioner {...POPUP_POSITION} className={styles.place}>
              <Combobox.Popup className={styles.popup}>
                <Found formatCount={props.formatCount} />
                <Combobox.List className={styles.list}>
                  {(option: Option) => (
                    <Combobox.Item
                      key={option.value}
                      value={option}
                      disabled={option.disabled}
                      className={styles.option}
                    >
                      {option.label}
                    </Combobox.Item>
                  )}
                </Combobox.List>
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      )}
    </Field>
  );
}

function Found({ formatCount }: Pick<Props, 'formatCount'>) {
  return (
    <Combobox.Status className={styles.found}>
      {formatCount(Combobox.useFilteredItems().length)}
    </Combobox.Status>
  );
}
