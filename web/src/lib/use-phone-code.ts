import { useEffect, useEffectEvent } from 'react';

/** What the standard calls it (WebOTP); TypeScript does not know it yet. */
type PhoneCodeRequest = CredentialRequestOptions & { otp: { transport: ['sms'] } };
type PhoneCode = Credential & { code?: string };

/**
 * Takes a code out of the messages that come to this phone, where its browser offers that and its owner agrees. The
 * message is one that names our address in its last line. Nothing is listened for once the field is gone.
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

/** One request hears one message, and a code may be sent again. Who refuses once is not asked again. */
async function listen(signal: AbortSignal, onCode: (code: string) => void): Promise<void> {
  const request: PhoneCodeRequest = { otp: { transport: ['sms'] }, signal };
  while (!signal.aborted) {
    const heard = (await navigator.credentials.get(request).catch(() => null)) as PhoneCode | null;
    if (!heard?.code || signal.aborted) return;
    onCode(heard.code);
  }
}
