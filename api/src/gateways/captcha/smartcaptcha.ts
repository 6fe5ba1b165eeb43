import { z } from 'zod';
import { requestVerdict } from './request-verdict.ts';
import { CaptchaUnavailable, type Captcha } from './captcha.ts';

export interface SmartcaptchaOptions {
  secret: string;
  /** Host name of our site. When set, a token made for another site is refused. */
  hostname?: string;
  baseUrl?: string;
  timeLimitMs?: number;
}

/** A longer token cannot be Yandex's and is not sent there. */
const TOKEN_MAX_LENGTH = 4096;

/** Calls Yandex SmartCaptcha: `POST /validate`, form in, JSON out. It also answers `failed` to a wrong key of ours. */
export function smartcaptcha(options: SmartcaptchaOptions): Captcha {
  const url = new URL('/validate', options.baseUrl ?? 'https://smartcaptcha.cloud.yandex.ru').href;

  async function verify(token: string, remoteIp?: string): Promise<boolean> {
    if (token.trim() === '' || token.length > TOKEN_MAX_LENGTH) return false;
    const body = new URLSearchParams({ secret: options.secret, token, ...(remoteIp && { ip: remoteIp }) });
    const service = {
      name: 'smartcaptcha',
      url,
      shape: verdictShape,
      timeLimitMs: options.timeLimitMs ?? 5000,
    };
    const verdict = await requestVerdict(service, body);
    if (/secret|authentication/i.test(verdict.message ?? ''))
      throw new CaptchaUnavailable(`smartcaptcha: ${verdict.message}`);
    if (verdict.status !== 'ok') return false;
    return options.hostname === undefined || verdict.host === options.hostname;
  }

  return { verify };
}

const verdictShape = z.object({
  status: z.enum(['ok', 'failed']),
  message: z.string().optional(),
  host: z.string().optional(),
});
