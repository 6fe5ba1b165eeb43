import type { CallFailed } from '../server/client.ts';
import { useIsHere } from '../lib/use-is-here.ts';
import { showToast } from '../ui/Toast.tsx';

/** Tells whoever has left the form by then that what was sent has failed: nobody else would. */
export function useTellLeft(title: string): (failure: CallFailed) => void {
  const isHere = useIsHere();
  return ({ message }) => {
    if (!isHere()) showToast({ tone: 'stop', title, message });
  };
}
