import { IconX } from '@tabler/icons-react';
import { useId, useRef, type MouseEvent, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { joinClasses } from '../lib/join-classes.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';
import { useLayer } from './use-layer.ts';
import styles from './Modal.module.css';

type Props = {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Default 480 px; `wide` for longer text. On a phone each is a sheet as wide as the screen. */
  size?: 'medium' | 'wide';
  /** While a request is pending neither Escape nor a press outside closes it. */
  busy?: boolean;
};

/**
 * A dialogue over the page: the page behind it cannot be reached, Escape closes it, and the focus returns to where it
 * was. It opens with the focus on a field with `autoFocus`, else on an element with `data-autofocus`, else on the
 * cross.
 */
export function Modal({ opened, ...props }: Props) {
  return opened ? createPortal(<Dialogue {...props} />, document.body) : null;
}

function Dialogue({ onClose, title, children, size = 'medium', busy = false }: Omit<Props, 'opened'>) {
  const titleId = useId();
  const close = () => {
    if (!busy) onClose();
  };
  const layer = useLayer<HTMLDivElement>(close);
  const veil = usePressOn(layer, close);
  return (
    <div ref={layer} className={styles.layer} {...veil}>
      <div
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        className={joinClasses(styles.content, styles[size])}
      >
        <div className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <button
            type="button"
            className={styles.close}
            aria-label="Закрыть"
            onClick={onClose}
            disabled={busy}
          >
            <IconX aria-hidden="true" stroke={1.75} />
          </button>
        </div>
        <div className={styles.body}>{children}</div>
      </div>
    </div>
  );
}

/** A press that both begins and ends on the veil: selecting text past the edge of the dialogue must not close it. */
function usePressOn(layer: RefObject<HTMLElement | null>, onPress: () => void) {
  const begun = useRef(false);
  return {
    onPointerDown: (event: PointerEvent) => (begun.current = event.target === layer.current),
    onClick: (event: MouseEvent) => {
      if (begun.current && event.target === layer.current) onPress();
    },
  };
}

type ConfirmProps = Omit<Props, 'children' | 'busy' | 'size'> & {
  children?: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  pending: boolean;
  /** Null when nothing went wrong. */
  error: string | null;
  danger?: boolean;
};

/** Asks before an action: says what will happen and offers two buttons. */
export function ConfirmModal(props: ConfirmProps) {
  const { children, confirmLabel, onConfirm, pending, error, danger = false, ...modal } = props;
  return (
    <Modal {...modal} busy={pending}>
      <div className={styles.confirm}>
        {children}
        {error && <Notice tone="error">{error}</Notice>}
        <div className={styles.actions}>
          <Button
            variant={danger ? 'danger' : 'primary'}
            onClick={onConfirm}
            pending={pending}
            data-autofocus
          >
            {confirmLabel}
          </Button>
          <Button variant="quiet" onClick={modal.onClose}>
            Отмена
          </Button>
        </div>
      </div>
    </Modal>
  );
}
