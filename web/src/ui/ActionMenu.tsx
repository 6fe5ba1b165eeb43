import { IconDots } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { AppLink } from './AppLink.tsx';
import { useBeside, type Side } from './use-beside.ts';
import styles from './ActionMenu.module.css';

export type MenuAction = {
  key: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Why the action is not possible now: it stays in the list, greyed, with this reason under it. */
  disabledReason?: string | null;
} & ({ onSelect: () => void; to?: undefined } | { to: string; onSelect?: undefined });

type Props = {
  /** What the actions belong to: «Действия с картой •• 4821». */
  label: string;
  actions: readonly MenuAction[];
  /** The look and the words of the button, in place of the three dots. */
  look?: { className: string; content: ReactNode };
  /** In place of the three dots, with an edge: for a menu that stands by itself. */
  icon?: ReactNode;
  side?: Side;
};

/** Actions behind one button. */
export function ActionMenu({ label, actions, look, icon, side = 'below-end' }: Props) {
  const [opened, setOpened] = useState(false);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const id = useId();
  return (
    <>
      <button
        ref={setButton}
        type="button"
        className={look ? look.className : joinClasses(styles.dots, icon !== undefined && styles.bordered)}
        data-tooltip={icon === undefined ? undefined : label}
        aria-label={look ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={() => setOpened(!opened)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpened(true);
        }}
      >
        {look ? look.content : (icon ?? <IconDots aria-hidden="true" stroke={1.75} />)}
      </button>
      {opened && button && (
        <MenuList
          id={id}
          label={label}
          actions={actions}
          button={button}
          side={side}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
}

type ListProps = {
  id: string;
  label: string;
  actions: readonly MenuAction[];
  button: HTMLButtonElement;
  side: Side;
  onClose: () => void;
};

function MenuList({ id, label, actions, button, side, onClose }: ListProps) {
  const ref = useBeside(button, side);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const menu = ref.current;
    entriesOf(menu)[0]?.focus({ preventScroll: true });
    const listen = (event: PointerEvent): void => {
      const pressed = event.target as Node;
      if (!menu?.contains(pressed) && !button.contains(pressed)) close();
    };
    document.addEventListener('pointerdown', listen);
    return () => document.removeEventListener('pointerdown', listen);
  }, [ref, button]);
  const leave = () => {
    // Before the action runs: a dialogue returns the focus to where it was when it opened.
    button.focus();
    onClose();
  };
  return (
    <div
      ref={ref}
      id={id}
      role="menu"
      popover="manual"
      aria-label={label}
      className={styles.dropdown}
      onKeyDown={(event) => onMenuKey(event, leave)}
    >
      {actions.map((action) => (
        <MenuEntry key={action.key} action={action} onLeave={leave} />
      ))}
    </div>
  );
}

/**
 * Arrows, Home and End move through the entries, a letter to the next one that begins with it; Escape and Tab close.
 */
function onMenuKey(event: KeyboardEvent<HTMLElement>, leave: () => void) {
  if (event.key === 'Tab') return leave();
  const entries = entriesOf(event.currentTarget);
  const at = entries.indexOf(document.activeElement as HTMLElement);
  const next = {
    ArrowDown: () => entries[(at + 1) % entries.length],
    ArrowUp: () => entries.at(at <= 0 ? -1 : at - 1),
    Home: () => entries[0],
    End: () => entries.at(-1),
  }[event.key];
  const written = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey;
  if (event.key === 'Escape') leave();
  else if (next) next()?.focus();
  else if (written) startingWith(event.key, [...entries.slice(at + 1), ...entries.slice(0, at)])?.focus();
  else return undefined;
  return event.preventDefault();
}

function startingWith(letter: string, entries: readonly HTMLElement[]): HTMLElement | undefined {
  return entries.find((entry) => entry.textContent.trim().toLowerCase().startsWith(letter.toLowerCase()));
}

function entriesOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}

function MenuEntry({ action, onLeave }: { action: MenuAction; onLeave: () => void }) {
  const { label, icon, danger, disabledReason, to, onSelect } = action;
  const said = {
    role: 'menuitem',
    tabIndex: -1,
    className: joinClasses(styles.item, danger && styles.danger, disabledReason && styles.disabled),
    children: (
      <>
        {icon && <span className={styles.icon}>{icon}</span>}
        <span>
          {label}
          {disabledReason && <span className={styles.reason}>{disabledReason}</span>}
        </span>
      </>
    ),
  };
  if (disabledReason) return <button type="button" aria-disabled="true" {...said} />;
  if (to !== undefined) return <AppLink to={to} onClick={onLeave} {...said} />;
  return (
    <button
      type="button"
      {...said}
      onClick={() => {
        onLeave();
        onSelect();
      }}
    />
  );
}
