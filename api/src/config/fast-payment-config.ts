import { ConfigError, readChoice, webAddress } from '../environment.ts';

export type FastPaymentConfig =
  | { provider: 'none' | 'embedded' }
  | { provider: 'http'; url: string; token: string };

/** Payments by СБП for companies. The embedded bank invents money, so a production start refuses it. */
export function readFastPaymentConfig(env: NodeJS.ProcessEnv, production: boolean): FastPaymentConfig {
  // FAST_PAYMENTS [`embedded`; `none` in production]: payment of an invoice by СБП: `none`, `embedded` (never in production), `http`.
  const provider = readChoice(
    env,
    'FAST_PAYMENTS',
    ['none', 'embedded', 'http'] as const,
    production ? 'none' : 'embedded',
  );
  if (provider === 'embedded' && production) {
    throw new ConfigError('FAST_PAYMENTS=embedded invents payments: a production start needs http or none.');
  }
  if (provider !== 'http') return { provider };
  // FAST_PAYMENTS_URL, FAST_PAYMENTS_TOKEN [none; needed with `http`]: where the bank’s QR codes for companies are asked for, and its token.
  const url = webAddress(env, 'FAST_PAYMENTS_URL');
  const token = env.FAST_PAYMENTS_TOKEN ?? '';
  if (!url || !token) {
    throw new ConfigError('FAST_PAYMENTS=http needs FAST_PAYMENTS_URL and FAST_PAYMENTS_TOKEN.');
  }
  return { provider, url, token };
}
