import { ConfigError, readChoice } from '../environment.ts';

export interface FactorConfig {
  /** Without a second factor a member of the programme's staff reaches nothing but the calls that bring it. */
  requiredOfStaff: boolean;
  /** Seals the secrets of one-time passwords. Null means that none are offered. */
  totpKey: string | null;
}

const KEY_LENGTH = 32;
/** A development machine has nothing that needs a stored key. */
const DEVELOPMENT_KEY = 'one-time passwords of a development machine';

export function readFactorConfig(env: NodeJS.ProcessEnv, production: boolean): FactorConfig {
  // STAFF_SECOND_FACTOR [`offered`; `required` in production]: `required` lets staff in by a second factor alone.
  const staff = readChoice(
    env,
    'STAFF_SECOND_FACTOR',
    ['required', 'offered'] as const,
    production ? 'required' : 'offered',
  );
  if (production && staff === 'offered') {
    throw new ConfigError(
      'STAFF_SECOND_FACTOR=offered leaves the programme’s money behind one SMS: a production start needs required.',
    );
  }
  // TOTP_KEY [one of its own in development; in production none, and passkeys alone]: seals one-time passwords' secrets.
  const key = env.TOTP_KEY || null;
  if (key && key.length < KEY_LENGTH)
    throw new ConfigError(`TOTP_KEY is a secret: it needs ${KEY_LENGTH} characters or more.`);
  return {
    requiredOfStaff: staff === 'required',
    totpKey: key ?? (production ? null : DEVELOPMENT_KEY),
  };
}
