import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { ABOVE_DIALOGS } from './open-layer.ts';
import { VisuallyHidden } from '../text/VisuallyHidden.tsx';

let input = { id: 0, text: '' };
const followers = new Set<() => void>();

/** Announces to screen readers what others see from a dialogue that closes or a row that disappears. */
export function announce(text: string): void {
  input = { id: input.id + 1, text };
  for (const listener of followers) listener();
}

/**
 * Place of the announcements, rendered once, in the frame of the pages that announce. An open dialogue does not silence
 * it.
 */
export function Announcer() {
  const { id, text } = useSyncExternalStore(follow, () => input);
  return createPortal(
    <div {...ABOVE_DIALOGS}>
      <VisuallyHidden role="status">
        {/* A repeated text is another element, because a screen reader would not announce it twice otherwise. */}
        <span key={id}>{text}</span>
      </VisuallyHidden>
    </div>,
    document.body,
  );
}

function follow(listener: () => void): () => void {
  followers.add(listener);
  return () => followers.delete(listener);
}
