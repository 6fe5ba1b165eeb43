import { ConfigError, readChoice, webAddress, wholeNumber } from '../environment.ts';

/** Accounts whose statements are requested from their bank; an empty list means the operator's own one. */
interface FeedSettings {
  accounts: readonly string[];
  everyMinutes: number;
}

export type BankApiConfig =
  | { provider: 'none' }
  | ({ provider: 'embedded' } & FeedSettings)
  | ({ provider: 'tbank' | 'sber'; url: string; token: string; tokenFile: string | null } & FeedSettings);

const URLS = { tbank: 'https://business.tbank.ru', sber: 'https://fintech.sberbank.ru:9443/fintech/api' };

/** The bank's statement by its API. The embedded bank invents money, so only the demonstration has it. */
export function readBankApiConfig(
  env: NodeJS.ProcessEnv,
  { demo, production }: { demo: boolean; production: boolean },
): BankApiConfig {
  // BANK_API [`embedded` in the demonstration, else `none`]: whose API gives our statement: `none`, `embedded`, `tbank`, `sber`.
  const provider = readChoice(
    env,
    'BANK_API',
    ['none', 'embedded', 'tbank', 'sber'] as const,
    demo ? 'embedded' : 'none',
  );
  if (provider === 'none') return { provider };
  if (provider === 'embedded' && production)
    throw new ConfigError(
      'BANK_API=embedded invents payments: a production start needs tbank, sber or none.',
    );
  // BANK_API_ACCOUNTS [the operator’s own]: the accounts asked for, by commas, of those under «Реквизиты».
  const accounts = (env.BANK_API_ACCOUNTS ?? '').split(',').flatMap((value) => value.trim() || []);
  const wrong = accounts.find((account) => !/^\d{20}$/.test(account));
  if (wrong !== undefined) throw new ConfigError(`BANK_API_ACCOUNTS: ${wrong} is no account of 20 digits.`);
  // BANK_API_EVERY_MINUTES [15]: how often the statement is asked for.
  const everyMinutes = wholeNumber(env, 'BANK_API_EVERY_MINUTES', 15, 1, 1440);
  const habits = { accounts, everyMinutes };
  if (provider === 'embedded') return { provider, ...habits };
  // BANK_API_URL [of the bank]: where the API is, or the proxy that holds the bank’s certificate.
  const url = webAddress(env, 'BANK_API_URL') ?? URLS[provider];
  // BANK_API_TOKEN, BANK_API_TOKEN_FILE [none; one is needed with `tbank`, `sber`]: the token, or a file written by the program that renews it.
  const token = env.BANK_API_TOKEN ?? '';
  const tokenFile = env.BANK_API_TOKEN_FILE || null;
  if (!token && !tokenFile)
    throw new ConfigError(`BANK_API=${provider} needs BANK_API_TOKEN or BANK_API_TOKEN_FILE.`);
  return { provider, url, token, tokenFile, ...habits };
}
