import { Dialog } from '@base-ui/react/dialog';
import { IconCornerDownLeft, IconSearch, IconX } from '@tabler/icons-react';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { joinClasses } from '../../lib/join-classes.ts';
import { counted } from '#contract/values/counted.ts';
import styles from './Palette.module.css';
import { useLayer } from './use-layer.ts';
import { VisuallyHidden } from '../text/VisuallyHidden.tsx';

export interface PaletteEntry {
  key: string;
  title: string;
  /** Text that distinguishes the entry from similar ones. */
  note?: string;
  /** Sum at the end of the line. */
  aside?: string;
  icon?: ReactNode;
}

interface PaletteGroup<Entry> {
  title: string;
  entries: readonly Entry[];
}

type Props<Entry> = {
  /** Names the dialogue, the field and the list. */
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  groups: readonly PaletteGroup<Entry>[];
  /** Some results are still loading, or could not be loaded. Then the palette does not claim that there are none. */
  unsure?: boolean;
  /** Text shown if nothing was found. */
  nothing: string;
  /** Under the results: what is awaited, what went wrong. */
  children?: ReactNode;
  onChoose: (entry: Entry) => void;
  onClose: () => void;
};

/**
 * A field over the page and what it finds: the focus stays in the field, arrows, Home and End choose, Enter opens. On a
 * phone it fills the screen.
 */
export function Palette<Entry extends PaletteEntry>(props: Props<Entry>) {
  const {
    label,
    placeholder,
    text,
    onText,
    groups,
    unsure = false,
    nothing,
    children,
    onChoose,
    onClose,
  } = props;
  const id = useId();
  const { setLayer, isTop } = useLayer();
  const field = useRef<HTMLInputElement>(null);
  const entries = groups.flatMap((group) => group.entries);
  const [chosen, setChosen] = useState({ text, key: '' });
  // Another text has another first result. Results that come later than the rest do not move the choice.
  const chosenIndex = chosen.text === text ? entries.findIndex(({ key }) => key === chosen.key) : 0;
  const at = Math.max(chosenIndex, 0);
  const active = entries[at];
  const getOptionId = ({ key }: Entry) => `${id}-${key}`;
  // Enter for a text whose results are on their way opens the first of them.
  const entered = useRef<string | null>(null);
  useEffect(() => {
    if (entered.current !== text || unsure || !active) return;
    entered.current = null;
    onChoose(active);
  });
  const moveTo = (place: number) => setChosen({ text, key: entries.at(place % entries.length)?.key ?? '' });

  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && entries.length === 0 && unsure) entered.current = text;
    if (entries.length === 0) return;
    if (event.key === 'Enter' && active) onChoose(active);
    else if (event.key === 'ArrowDown') moveTo(at + 1);
    else if (event.key === 'ArrowUp') moveTo(at - 1);
    else if (event.key === 'Home') moveTo(0);
    else if (event.key === 'End') moveTo(-1);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog.Root
      open
      onOpenChange={(_, details) => {
        if (isTop()) onClose();
        else details.cancel();
      }}
    >
      <Dialog.Portal ref={setLayer} container={document.body} data-print="hide">
        <Dialog.Viewport className={styles.layer}>
          <Dialog.Popup
            aria-modal="true"
            aria-label={label}
            className={styles.palette}
            initialFocus={field}
            finalFocus={false}
          >
            <div className={styles.head}>
              <IconSearch aria-hidden="true" stroke={1.75} className={styles.glass} />
              <input
                type="text"
                role="combobox"
                aria-label={label}
                aria-expanded={entries.length > 0}
                aria-controls={`${id}-list`}
                aria-activedescendant={active && getOptionId(active)}
                aria-autocomplete="list"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                enterKeyHint="go"
                ref={field}
                placeholder={placeholder}
                value={text}
                onChange={(event) => onText(event.currentTarget.value)}
                onKeyDown={onKey}
                className={styles.field}
              />
              <Dialog.Close className={styles.close} aria-label="Закрыть">
                <IconX aria-hidden="true" stroke={1.75} />
              </Dialog.Close>
            </div>
            <VisuallyHidden role="status">
              {unsure ? '' : formatFoundCount(entries.length, nothing)}
            </VisuallyHidden>
            <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
              {groups.map((group, place) => (
                <div key={group.title} role="group" aria-labelledby={`${id}-group-${place}`}>
                  <div id={`${id}-group-${place}`} className={styles.group}>
                    {group.title}
                  </div>
                  {group.entries.map((entry) => (
                    <Option
                      key={entry.key}
                      id={getOptionId(entry)}
                      entry={entry}
                      active={entry === active}
                      onPoint={() => setChosen({ text, key: entry.key })}
                      onChoose={() => onChoose(entry)}
                    />
                  ))}
                </div>
              ))}
            </div>
            {entries.length === 0 && !unsure && <p className={styles.nothing}>{nothing}</p>}
            {children}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function formatFoundCount(count: number, nothing: string): string {
  return count === 0 ? nothing : counted(count, ['результат', 'результата', 'результатов']);
}

type OptionProps = {
  id: string;
  entry: PaletteEntry;
  active: boolean;
  onPoint: () => void;
  onChoose: () => void;
};

function Option({ id, entry, active, onPoint, onChoose }: OptionProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (active) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <button
      ref={ref}
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={joinClasses(styles.option, active && styles.active)}
      // A list that scrolls under a pointer at rest chooses nothing.
      onPointerMove={active ? undefined : onPoint}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={styles.icon}>{entry.icon}</span>
      <span className={styles.words}>
        <span className={styles.title}>{entry.title}</span>
        {entry.note && (
          <>
            {' '}
            <span className={styles.note}>{entry.note}</span>
          </>
        )}
      </span>
      {entry.aside && <span className={styles.aside}> {entry.aside}</span>}
      <IconCornerDownLeft aria-hidden="true" stroke={1.75} className={styles.enter} />
    </button>
  );
}
