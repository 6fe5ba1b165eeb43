import { IconX } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { ABOVE } from './open-layer.ts';
import { StatusWord, type StatusTone } from './StatusWord.tsx';
import styles from './Toast.module.css';

type Said = { tone: StatusTone; title: string; message?: ReactNode };
type Kept = Said & { id: number };

/** More than this many wait until one of these has gone. */
const AT_ONCE = 3;
const SHOWN_MS = 8000;

let kept: readonly Kept[] = [];
let last = 0;
const followers = new Set<() => void>();

/**
 * Announces something that finished elsewhere. What happens where the person is working is shown there, not in a toast.
 */
export function showToast(said: Said): void {
  last += 1;
  keep([...kept, { ...said, id: last }]);
}

/** Where toasts appear; rendered once, at the root of the application. They stay reachable over an open dialogue. */
export function ToastHost() {
  const toasts = useSyncExternalStore(follow, () => kept);
  return createPortal(
    <div className={styles.host} {...ABOVE}>
      {toasts.slice(0, AT_ONCE).map((toast) => (
        <Toast key={toast.id} toast={toast} />
      ))}
    </div>,
    document.body,
  );
}

function Toast({ toast }: { toast: Kept }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => hide(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast.id, held]);
  return (
    <div
      role="status"
      className={styles.toast}
      // A toast under the pointer or with the focus stays until it is left.
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={styles.words}>
        <StatusWord tone={toast.tone}>{toast.title}</StatusWord>
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
  keep(kept.filter((toast) => toast.id !== id));
}

function keep(toasts: readonly Kept[]): void {
  kept = toasts;
  for (const tell of followers) tell();
}

function follow(tell: () => void): () => void {
  followers.add(tell);
  return () => followers.delete(tell);
}
