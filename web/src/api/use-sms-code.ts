import { useCallback, useEffect, useRef, useState } from 'react';
import { SMS_RESEND_SECONDS } from '#contract/limits.ts';
import { sendSmsCode } from '#contract/orders.ts';
import type { SmsPurpose } from '#contract/sms-code.ts';
import { useCountdown } from '../lib/use-countdown.ts';
import { call, CallFailed } from './client.ts';

/** What the code is for: the message names it, and the code confirms nothing else (api.md section 3). */
export interface CodeFor {
  purpose: SmsPurpose;
  subject?: string;
  /** Rubles. */
  sum?: number;
}

/** Props for the code step of a form. */
export interface SmsCode {
  /** Requests another code. */
  onResend: () => void;
  sending: boolean;
  /** The code could not be sent, in the server's words. */
  sendError: string | null;
  /** Until another code may be requested. */
  secondsLeft: number;
}

/** Sends the confirmation code when the step opens, and counts the 45 seconds from each success (spec section 4). */
export function useSmsCode(codeFor: CodeFor, options: { enabled?: boolean } = {}): SmsCode {
  const { enabled = true } = options;
  const { purpose, subject, sum } = codeFor;
  const [sending, setSending] = useState(false);
  const [sendError, setSendError] = useState<string | null>(null);
  const { secondsLeft, start } = useCountdown();
  const opened = useRef(false);

  const send = useCallback(() => {
    setSending(true);
    setSendError(null);
    call(sendSmsCode, { query: { purpose, subject, sum } })
      .then(({ data }) => start(data.resend_after))
      .catch((error: CallFailed) => {
        const waitSeconds = error.retryAfterSeconds ?? SMS_RESEND_SECONDS;
        // A code sent a moment ago is still valid: its countdown goes on and nothing has to be said. Somebody who has
        // used up the codes of an hour is told, because none is coming.
        if (error.code === 429 && waitSeconds <= SMS_RESEND_SECONDS) start(waitSeconds);
        else setSendError(error.message);
      })
      .finally(() => setSending(false));
  }, [purpose, subject, sum, start]);

  useEffect(() => {
    if (!enabled || opened.current) return;
    opened.current = true;
    send();
  }, [enabled, send]);

  return { onResend: send, sending, sendError, secondsLeft };
}
