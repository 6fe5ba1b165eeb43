import { Dialog } from '@base-ui/react/dialog';
import { IconX } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { joinClasses } from '../../lib/join-classes.ts';
import { Button } from '../Button.tsx';
import { Notice } from '../states/Notice.tsx';
import { DialogFoot } from './DialogFoot.tsx';
import { useLayer } from './use-layer.ts';
import styles from './Modal.module.css';

type Props = {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Default 480 px; `wide` for longer text. On a phone each is a sheet as wide as the screen. */
  size?: 'medium' | 'wide';
  /** While a request is pending neither Escape nor a click outside closes it. */
  busy?: boolean;
};

/**
 * A dialogue over the page: the page behind it cannot be reached, Escape closes it, and the focus returns to where it
 * was. It opens with the focus on a field with `autoFocus`, else on an element with `data-autofocus`, else on the first
 * field of its form, else on the cross. Escape and a click outside ask before a form loses what was typed into it.
 */
export function Modal({ opened, ...props }: Props) {
  return opened ? <Dialogue {...props} /> : null;
}

function Dialogue({ onClose, title, children, size = 'medium', busy = false }: Omit<Props, 'opened'>) {
  const { setLayer, isTop } = useLayer();
  const content = useRef<HTMLDivElement>(null);
  const isTyped = useRef(false);
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Dialog.Root
        open
        onOpenChange={(_, details) => {
          if (busy || !isTop() || isSecondClick(details)) details.cancel();
          else if (isTyped.current && details.reason !== 'close-press') {
            details.cancel();
            setAsks(true);
          } else onClose();
        }}
      >
        {/* Beside the dialogue that it was opened from, not inside it, so that the other one can be out of reach. */}
        <Dialog.Portal ref={setLayer} container={document.body} data-print="hide">
          <Dialog.Viewport className={styles.layer}>
            <Dialog.Popup
              ref={content}
              aria-modal="true"
              className={joinClasses(styles.content, styles[size])}
              initialFocus={() => findFirstFocus(content.current) ?? true}
              finalFocus={false}
            >
              <div className={styles.header}>
                <Dialog.Title className={styles.title}>{title}</Dialog.Title>
                <Dialog.Close className={styles.close} aria-label="Закрыть" disabled={busy}>
                  <IconX aria-hidden="true" stroke={1.75} />
                </Dialog.Close>
              </div>
              <div
                className={styles.body}
                data-dialog
                onInput={({ target }) => {
                  if (target instanceof Element && target.closest('form')) isTyped.current = true;
                }}
                onSubmit={() => (isTyped.current = false)}
              >
                {children}
              </div>
            </Dialog.Popup>
          </Dialog.Viewport>
        </Dialog.Portal>
      </Dialog.Root>
      <ConfirmModal
        opened={asks}
        onClose={() => setAsks(false)}
        title="Закрыть без сохранения?"
        confirmLabel="Закрыть"
        onConfirm={onClose}
        pending={false}
        error={null}
        danger
      >
        <p>Введённое не сохранится.</p>
      </ConfirmModal>
    </>
  );
}

/** The second click of a double one, whose first has opened the dialogue, falls on what lies around it. */
function isSecondClick({ reason, event }: Dialog.Root.ChangeEventDetails): boolean {
  return reason === 'outside-press' && event instanceof MouseEvent && event.detail > 1;
}

const FIELD = 'form :is(input, select, textarea):not(:disabled, [readonly], [type="radio"]:not(:checked))';

/** Returns what has the focus already or gets it first. A finger gets no field: that would open the keyboard. */
function findFirstFocus(content: HTMLElement | null): HTMLElement | null | undefined {
  const marked = content?.querySelector<HTMLElement>('[data-autofocus]');
  if (marked) return marked;
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && content?.contains(activeElement)) return activeElement;
  return window.matchMedia('(pointer: coarse)').matches ? null : content?.querySelector<HTMLElement>(FIELD);
}

type ConfirmProps = Omit<Props, 'children' | 'busy' | 'size'> & {
  children?: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  pending: boolean;
  /** Null if nothing went wrong. */
  error: string | null;
  danger?: boolean;
};

/** Asks before an action. It explains what will happen and offers two buttons. */
export function ConfirmModal(props: ConfirmProps) {
  const { children, confirmLabel, onConfirm, pending, error, danger = false, ...modal } = props;
  return (
    <Modal {...modal} busy={pending}>
      <div className={styles.confirm}>
        {children}
        {error && <Notice tone="error">{error}</Notice>}
        <DialogFoot>
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
        </DialogFoot>
      </div>
    </Modal>
  );
}
