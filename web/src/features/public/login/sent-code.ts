import { SMS_CODE_LIFETIME_SECONDS, SMS_RESEND_SECONDS } from '#contract/limits.ts';
import { forgetText, storeText } from '../../../lib/store-text.ts';

/** A code that was sent to a phone. */
export interface SentCode {
  phone: string;
  /** Binds the next step to this one; confirms nothing without the code. */
  token: string;
  resendAfterSeconds: number;
}

const KEY = 'magistral.sent-code';

/** Stores in this tab what the code step needs, so that the user can leave it and come back, or reload. */
export function storeSentCode(sent: Pick<SentCode, 'phone' | 'token'>): void {
  storeText('sessionStorage', KEY, JSON.stringify({ ...sent, sentAt: Date.now() }));
}

/** The code that was sent last, while it can still be entered. */
export function findSentCode(): SentCode | null {
  try {
    const { phone, token, sentAt } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<
      string,
      unknown
    >;
    if (typeof phone !== 'string' || typeof token !== 'string') return null;
    // Below zero when the device's clock was set back meanwhile.
    const ageSeconds = Math.max(0, (Date.now() - Number(sentAt)) / 1000);
    if (!(ageSeconds < SMS_CODE_LIFETIME_SECONDS)) return null;
    return { phone, token, resendAfterSeconds: Math.max(0, Math.ceil(SMS_RESEND_SECONDS - ageSeconds)) };
  } catch {
    return null;
  }
}

export function forgetSentCode(): void {
  forgetText('sessionStorage', KEY);
}
