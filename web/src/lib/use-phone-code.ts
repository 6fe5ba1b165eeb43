import { useEffect, useEffectEvent } from 'react';

/** WebOTP's request, which TypeScript does not know yet. */
type PhoneCodeRequest = CredentialRequestOptions & { otp: { transport: ['sms'] } };
type PhoneCode = Credential & { code?: string };

/**
 * Reads a code from an SMS that arrives on this phone, if the browser supports it and the user agrees. The last line of
 * the SMS must name our address. Stops listening when the field is unmounted.
 */
export function usePhoneCode(onCode: (code: string) => void): void {
  const take = useEffectEvent(onCode);
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const leaving = new AbortController();
    void listen(leaving.signal, (code) => take(code));
    return () => leaving.abort();
  }, []);
}

/**
 * Loops, because one request receives one SMS and a code may be sent again. After a refusal it does not request again.
 */
async function listen(signal: AbortSignal, onCode: (code: string) => void): Promise<void> {
  const request: PhoneCodeRequest = { otp: { transport: ['sms'] }, signal };
  while (!signal.aborted) {
    const received = (await navigator.credentials.get(request).catch(() => null)) as PhoneCode | null;
    if (!received?.code || signal.aborted) return;
    onCode(received.code);
  }
}
