import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import { useBeside } from './use-beside.ts';
import styles from './Popover.module.css';

type Props = {
  /** Names the button and what it opens. */
  label: string;
  icon: ReactNode;
  className?: string;
  children: (close: () => void) => ReactNode;
};

/** Something small beside the button that opens it: Escape, Tab out of it and a press elsewhere close it. */
export function Popover({ label, icon, className, children }: Props) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <IconButton
        ref={setButton}
        bordered
        label={label}
        icon={icon}
        className={className}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      />
      {opened && button && (
        <Opened label={label} button={button} onClose={() => setOpened(false)}>
          {children}
        </Opened>
      )}
    </>
  );
}

type OpenedProps = Pick<Props, 'label' | 'children'> & { button: HTMLButtonElement; onClose: () => void };

function Opened({ label, button, onClose, children }: OpenedProps) {
  const ref = useBeside(button, 'below-end');
  const leave = useEffectEvent((back: boolean) => {
    onClose();
    if (back) button.focus();
  });
  useEffect(() => {
    const part = ref.current;
    part?.focus({ preventScroll: true });
    const isOutside = (place: EventTarget | null) =>
      place instanceof Node && !part?.contains(place) && !button.contains(place);
    const onPress = (event: PointerEvent) => isOutside(event.target) && leave(false);
    const onFocus = (event: FocusEvent) => isOutside(event.relatedTarget) && leave(false);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // A dialogue below it stays open.
      event.preventDefault();
      leave(true);
    };
    document.addEventListener('pointerdown', onPress);
    part?.addEventListener('focusout', onFocus);
    part?.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      part?.removeEventListener('focusout', onFocus);
      part?.removeEventListener('keydown', onKey);
    };
  }, [ref, button]);
  return (
    <div ref={ref} role="dialog" popover="manual" aria-label={label} tabIndex={-1} className={styles.popover}>
      {children(() => {
        onClose();
        button.focus();
      })}
    </div>
  );
}
