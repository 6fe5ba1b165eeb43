import type { CallFailed } from '../server/client.ts';
import { useIsMounted } from '../lib/use-is-mounted.ts';
import { showToast } from '../ui/Toast.tsx';

/** Tells whoever has left the form by then that what was sent has failed: nobody else would. */
export function useTellLeft(title: string): (failure: CallFailed) => void {
  const isMounted = useIsMounted();
  return ({ message }) => {
    if (!isMounted()) showToast({ tone: 'stop', title, message });
  };
}
