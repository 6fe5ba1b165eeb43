import { Popover as Base } from '@base-ui/react/popover';
import { useRef, useState, type ReactNode } from 'react';
import { POPUP_POSITION } from './popup-position.ts';
import { IconButton } from '../IconButton.tsx';
import styles from './Popover.module.css';

type Props = {
  /** Names the button and what it opens. */
  label: string;
  icon: ReactNode;
  className?: string;
  children: (close: () => void) => ReactNode;
};

/** Shows something small beside the button that opens it. Escape, Tab out of it and a click elsewhere close it. */
export function Popover({ label, icon, className, children }: Props) {
  const [opened, setOpened] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={opened} onOpenChange={setOpened}>
      <Base.Trigger render={<IconButton bordered label={label} icon={icon} className={className} />} />
      <Base.Portal data-print="hide">
        {/* What it shows is seen whole, where there is little room in front of the button. */}
        <Base.Positioner
          {...POPUP_POSITION}
          align="end"
          collisionAvoidance={{ side: 'shift' }}
          className={styles.place}
        >
          <Base.Popup ref={content} initialFocus={content} aria-label={label} className={styles.popover}>
            {children(() => setOpened(false))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
