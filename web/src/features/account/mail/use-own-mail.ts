import { readMail } from '#contract/messaging/emails.ts';
import { useRead } from '../../../state/use-call.ts';

/** The link may be followed on another device, so an address that waits is read again. */
const WAITING_MS = 5000;

export function useOwnMail() {
  return useRead(
    readMail,
    {},
    { refetchMs: (last) => (last?.data.state === 'waiting' ? WAITING_MS : false) },
  );
}
