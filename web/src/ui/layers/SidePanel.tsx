import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react';
import { useMedia } from '../../lib/use-media.ts';
import { IconButton } from '../IconButton.tsx';
import { DialogFoot } from './DialogFoot.tsx';
import { Modal } from './Modal.tsx';
import styles from './SidePanel.module.css';

/** Opens the neighbour of a row; null at the end of the list. */
export type Steps = { previous: (() => void) | null; next: (() => void) | null };

type Props = {
  title: ReactNode;
  /** Identifies what is shown: when it changes, the panel takes the focus again. */
  subject: string | number;
  onClose: () => void;
  /** Null where the list does not show what is open. */
  steps: Steps | null;
  /** Buttons that stay in sight while the rest scrolls. */
  foot?: ReactNode;
  children: ReactNode;
};

/**
 * Shows one row of a list at the right, and the list stays in reach beside it. ↑ and ↓ open the neighbours, Escape closes.
 * On a phone it is a sheet over the page.
 */
export function SidePanel(props: Props) {
  const narrow = useMedia('(max-width: 767px)');
  return narrow ? <Sheet {...props} /> : <Beside {...props} />;
}

function Sheet({ title, onClose, steps, foot, children }: Props) {
  return (
    <Modal opened onClose={onClose} title={title}>
      {children}
      <DialogFoot>
        <div className={styles.sheetFoot}>
          {foot}
          <StepButtons steps={steps} />
        </div>
      </DialogFoot>
    </Modal>
  );
}

function Beside({ title, subject, onClose, steps, foot, children }: Props) {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (event.defaultPrevented || hasModifier || isUsedElsewhere(target)) return;
    if (event.key === 'Escape') onClose();
    else if (panel.current?.contains(target)) step(event, steps);
  });

  useEffect(() => {
    if (panel.current?.contains(document.activeElement)) return;
    panel.current?.focus({ preventScroll: true });
  }, [subject]);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  return (
    <section
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={styles.panel}
      data-print="hide"
    >
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <StepButtons steps={steps} />
        <IconButton label="Закрыть" icon={<IconX aria-hidden="true" stroke={1.75} />} onClick={onClose} />
      </header>
      <div className={styles.body} data-dialog>
        {children}
      </div>
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </section>
  );
}

function StepButtons({ steps }: { steps: Steps | null }) {
  if (!steps) return null;
  return (
    <span className={styles.steps}>
      <StepButton label="Предыдущая" step={steps.previous} icon={<IconChevronUp {...ICON} />} />
      <StepButton label="Следующая" step={steps.next} icon={<IconChevronDown {...ICON} />} />
    </span>
  );
}

const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;

function StepButton({
  label,
  step: open,
  icon,
}: {
  label: string;
  step: (() => void) | null;
  icon: ReactNode;
}) {
  return (
    <IconButton
      label={label}
      icon={icon}
      disabled={open === null}
      disabledReason="на этой странице больше нет"
      onClick={() => open?.()}
    />
  );
}

function step(event: KeyboardEvent, steps: Steps | null): void {
  const open = event.key === 'ArrowDown' ? steps?.next : event.key === 'ArrowUp' ? steps?.previous : null;
  if (!open) return;
  event.preventDefault();
  open();
}

const TYPED = 'input, textarea, select, [aria-haspopup]';

/** Keys belong to a dialogue, to an open menu and to a field first. */
function isUsedElsewhere(target: Element): boolean {
  const isCovered = document.querySelector('[aria-modal="true"], [role="menu"], [role="listbox"]') !== null;
  return isCovered || target.matches(TYPED);
}
