import { z } from 'zod';
import { requestVerdict } from './request-verdict.ts';
import { CaptchaUnavailable, type Captcha } from './captcha.ts';

export interface RecaptchaOptions {
  secret: string;
  /** Host name of our site. When set, a token made for another site is refused. */
  hostname?: string;
  /** Minimum score for version 3, which answers with a score from 0 (program) to 1 (person). */
  minScore?: number;
  /** `https://www.recaptcha.net` serves the same where Google's own host is not reachable. */
  baseUrl?: string;
  timeLimitMs?: number;
}

/** A longer token cannot be Google's and is not sent there. */
const TOKEN_MAX_LENGTH = 8192;

/** Google reCAPTCHA: `POST /recaptcha/api/siteverify`, form in, JSON out. */
export function recaptcha(options: RecaptchaOptions): Captcha {
  const url = new URL('/recaptcha/api/siteverify', options.baseUrl ?? 'https://www.google.com').href;

  async function verify(token: string, remoteIp?: string): Promise<boolean> {
    if (token === '' || token.length > TOKEN_MAX_LENGTH) return false;
    const body = new URLSearchParams({
      secret: options.secret,
      response: token,
      ...(remoteIp && { remoteip: remoteIp }),
    });
    const service = { name: 'recaptcha', url, shape: verdictShape, timeLimitMs: options.timeLimitMs ?? 5000 };
    const verdict = await requestVerdict(service, body);
    const ourFault = verdict['error-codes']?.find((code) => /secret|bad-request/.test(code));
    if (ourFault) throw new CaptchaUnavailable(`recaptcha: ${ourFault}`);
    if (!verdict.success) return false;
    if (options.hostname !== undefined && verdict.hostname !== options.hostname) return false;
    return options.minScore === undefined || (verdict.score ?? 0) >= options.minScore;
  }

  return { verify };
}

const verdictShape = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  score: z.number().optional(),
  'error-codes': z.array(z.string()).optional(),
});
