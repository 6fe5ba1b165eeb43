import { useEffect, useState } from 'react';
import { SMS_RESEND_SECONDS } from '#contract/limits.ts';
import { sendSmsCode } from '#contract/orders/orders.ts';
import type { SmsPurpose } from '#contract/identity/sms-code.ts';
import { useCountdown } from '../lib/use-countdown.ts';
import { call, type CallFailed } from '../server/client.ts';
import { useAction } from './use-action.ts';

/** Purpose of the code. The message names it, and the code confirms nothing else (docs/calls.md 3). */
export interface ConfirmationPurpose {
  purpose: SmsPurpose;
  subject?: string;
  /** Rubles. */
  sum?: number;
}

/** Props for the code step of a form. */
export interface SmsCode {
  code: string;
  onChange: (code: string) => void;
  /** Requests another code. */
  onResend: () => void;
  sending: boolean;
  /** The code could not be sent, in the server's words. */
  sendError: string | null;
  /** Seconds until another code may be requested. */
  secondsLeft: number;
  /** Whether no code has been sent since the step opened. */
  unsent: boolean;
}

/** The answer of a call that sends a code. */
interface SentCode {
  data: { resend_after: number };
}

/** The call that the code confirms. */
interface ConfirmedCall {
  isError: boolean;
  reset: () => void;
}

/**
 * Sends the confirmation code when the step opens, and counts the 45 seconds from each success (spec section 4). While
 * it `waits`, something else has to be filled in first. A request for another code clears the typed code and its error,
 * because both belong to the old code. `send` is another call that sends the code.
 */
export function useSmsCode(
  codeFor: ConfirmationPurpose,
  action: ConfirmedCall,
  { waits = false, send }: { waits?: boolean; send?: () => Promise<SentCode> } = {},
): SmsCode {
  const { purpose, subject, sum } = codeFor;
  const [code, setCode] = useState('');
  const [sent, setSent] = useState(false);
  const { secondsLeft, start } = useCountdown();
  const { mutate, isIdle, isPending, error } = useAction<SentCode, CallFailed>({
    mutationFn: send ?? (() => call(sendSmsCode, { query: { purpose, subject, sum } })),
    onSuccess: ({ data }) => {
      setSent(true);
      start(data.resend_after);
    },
    onError: (failure) => {
      if (!isStillValid(failure)) return;
      setSent(true);
      start(getWait(failure));
    },
  });

  // Sends it again after a new sign-in, if an ended session had prevented the code.
  useEffect(() => {
    if (isIdle && !waits) mutate();
  }, [isIdle, waits, mutate]);

  return {
    code,
    onChange: setCode,
    onResend: () => {
      setCode('');
      if (action.isError) action.reset();
      mutate();
    },
    sending: isPending,
    sendError: error && !isStillValid(error) ? error.message : null,
    secondsLeft,
    unsent: Boolean(error) && !sent,
  };
}

/**
 * A code sent a moment ago is still valid. Its countdown continues and no message is needed. A user who has used up the
 * codes of an hour is notified, because no code is coming.
 */
function isStillValid(failure: CallFailed): boolean {
  return failure.code === 429 && getWait(failure) <= SMS_RESEND_SECONDS;
}

function getWait({ retryAfterSeconds }: CallFailed): number {
  return retryAfterSeconds ?? SMS_RESEND_SECONDS;
}
