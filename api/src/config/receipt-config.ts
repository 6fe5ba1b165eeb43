import { ConfigError, readChoice, webAddress } from '../environment.ts';

export type ReceiptConfig =
  /** `isChosen`: the operator has set it, so the guide asks no more. */
  | { provider: 'none'; isChosen: boolean }
  | { provider: 'embedded'; isChosen: boolean }
  | {
      provider: 'atol';
      isChosen: true;
      url: string;
      login: string;
      password: string;
      group: string;
      taxSystem: string;
    };

const ATOL_ADDRESS = 'https://online.atol.ru/possystem/v5';
const TAX_SYSTEMS = ['osn', 'usn_income', 'usn_income_outcome'] as const;

/**
 * Receipts by 54-ФЗ for payments by СБП. The embedded till makes no real receipt, so a production start refuses it. The law is
 * read in two ways (docs/operations/receipts.md), so the operator decides.
 */
export function readReceiptConfig(env: NodeJS.ProcessEnv, production: boolean): ReceiptConfig {
  // RECEIPTS [`embedded`; `none` in production]: receipts by 54-ФЗ: `none` (Минфин: not needed), `atol` (ФНС: needed), `embedded` (never in production).
  const provider = readChoice(
    env,
    'RECEIPTS',
    ['none', 'embedded', 'atol'] as const,
    production ? 'none' : 'embedded',
  );
  if (provider === 'embedded' && production) {
    throw new ConfigError('RECEIPTS=embedded makes no real receipt: a production start needs atol or none.');
  }
  if (provider !== 'atol') return { provider, isChosen: Boolean(env.RECEIPTS) };
  // ATOL_URL [`https://online.atol.ru/possystem/v5`]: where АТОЛ Онлайн answers; the test service has another address.
  const url = webAddress(env, 'ATOL_URL') ?? ATOL_ADDRESS;
  // ATOL_LOGIN, ATOL_PASSWORD, ATOL_GROUP [none; needed with `atol`]: login, password and code of the group of tills.
  const login = env.ATOL_LOGIN ?? '';
  const password = env.ATOL_PASSWORD ?? '';
  const group = env.ATOL_GROUP ?? '';
  if (!login || !password || !group) {
    throw new ConfigError('RECEIPTS=atol needs ATOL_LOGIN, ATOL_PASSWORD and ATOL_GROUP.');
  }
  // ATOL_TAX_SYSTEM [`osn`]: tax system on the receipt: `osn`, `usn_income`, `usn_income_outcome`.
  const taxSystem = readChoice(env, 'ATOL_TAX_SYSTEM', TAX_SYSTEMS, 'osn');
  return { provider, isChosen: true, url, login, password, group, taxSystem };
}
