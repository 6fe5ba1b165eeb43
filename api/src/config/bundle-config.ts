import { ConfigError, webAddress } from '../environment.ts';

export interface BundleConfig {
  /** Secret that the key of signed bundles is derived from. Null means that none are made. */
  key: string | null;
  /** Folder that gets the bundle of each day. Null means that none is made by itself. */
  folder: string | null;
  /** Address of the authority that stamps each of these bundles (RFC 3161). Null means that none does. */
  timeStampUrl: string | null;
}

const KEY_LENGTH = 32;
/** Signatures of a development machine prove nothing. */
const DEVELOPMENT_KEY = 'bundles of a development machine';

export function readBundleConfig(env: NodeJS.ProcessEnv, production: boolean): BundleConfig {
  // BUNDLE_KEY [one of its own in development; in production none, and no bundles]: signs the bundles of books and documents.
  const key = env.BUNDLE_KEY || null;
  if (key && key.length < KEY_LENGTH)
    throw new ConfigError(`BUNDLE_KEY is a secret: it needs ${KEY_LENGTH} characters or more.`);
  // BUNDLE_FOLDER [none]: a folder that gets the bundle of all clients of the day before each night; needs BUNDLE_KEY.
  const folder = env.BUNDLE_FOLDER || null;
  if (folder && production && key === null)
    throw new ConfigError('BUNDLE_FOLDER needs BUNDLE_KEY: bundles are signed.');
  // TIME_STAMP_URL [none]: a time-stamping authority (RFC 3161) that stamps each bundle of BUNDLE_FOLDER.
  const timeStampUrl = webAddress(env, 'TIME_STAMP_URL');
  return { key: key ?? (production ? null : DEVELOPMENT_KEY), folder, timeStampUrl };
}
