import { IconX } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { ABOVE_DIALOGS } from './open-layer.ts';
import { StatusLabel, type StatusTone } from '../text/StatusLabel.tsx';
import styles from './Toast.module.css';

type ToastInput = { tone: StatusTone; title: string; message?: ReactNode };
type QueuedToast = ToastInput & { id: number };

/** More than this many wait until one of these has gone. */
const MAX_SHOWN = 3;
const SHOWN_MS = 8000;

let queue: readonly QueuedToast[] = [];
let last = 0;
const followers = new Set<() => void>();

/**
 * Announces something that finished elsewhere. What happens where the person is working is shown there, not in a toast.
 */
export function showToast(input: ToastInput): void {
  last += 1;
  setToasts([...queue, { ...input, id: last }]);
}

/**
 * Place where toasts appear, rendered once, at the root of the application. They stay reachable over an open dialogue.
 */
export function ToastHost() {
  const toasts = useSyncExternalStore(follow, () => queue);
  return createPortal(
    <div className={styles.host} {...ABOVE_DIALOGS}>
      {toasts.slice(0, MAX_SHOWN).map((toast) => (
        <Toast key={toast.id} toast={toast} />
      ))}
    </div>,
    document.body,
  );
}

function Toast({ toast }: { toast: QueuedToast }) {
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (paused) return undefined;
    const timer = setTimeout(() => hide(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast.id, paused]);
  return (
    <div
      role="status"
      className={styles.toast}
      // A toast under the pointer or with the focus stays until it is left.
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <div className={styles.words}>
        <StatusLabel tone={toast.tone}>{toast.title}</StatusLabel>
        {toast.message && <div className={styles.message}>{toast.message}</div>}
      </div>
      <button
        type="button"
        className={styles.close}
        aria-label="Закрыть сообщение"
        onClick={() => hide(toast.id)}
      >
        <IconX aria-hidden="true" stroke={1.75} />
      </button>
    </div>
  );
}

function hide(id: number): void {
  setToasts(queue.filter((toast) => toast.id !== id));
}

function setToasts(toasts: readonly QueuedToast[]): void {
  queue = toasts;
  for (const listener of followers) listener();
}

function follow(listener: () => void): () => void {
  followers.add(listener);
  return () => followers.delete(listener);
}
