import { existsSync } from 'node:fs';
import path from 'node:path';
import { ADMIN_PROOF_WAYS, type AdminProofWay } from '#contract/identity/first-admin.ts';
import type { S3Config } from '../gateways/file-storage/choose-file-store.ts';
import type { RoutingConfig } from '../gateways/routing/choose-router.ts';
import { YANDEX_ADDRESS } from '../gateways/routing/yandex-router.ts';
import { ConfigError, readChoice, webAddress } from '../environment.ts';

export interface DiadocConfig {
  clientId: string;
  clientSecret: string;
  refreshToken: string;
  boxId: string;
  /** Undefined means Kontur's own addresses. */
  apiUrl: string | undefined;
  tokenUrl: string | undefined;
}

/** All of its keys or none: half a configuration would only fail at the first request. */
export function readDiadocConfig(env: NodeJS.ProcessEnv): DiadocConfig | null {
  // DIADOC_CLIENT_ID, DIADOC_CLIENT_SECRET [an embedded one; in production requests wait]: Kontur.Diadoc: four or none.
  // DIADOC_REFRESH_TOKEN, DIADOC_BOX_ID [with these]: the token that new ones are asked for with, and the box.
  // DIADOC_URL, DIADOC_TOKEN_URL [Kontur's own]: other addresses, such as its test stand.
  const names = [
    'DIADOC_CLIENT_ID',
    'DIADOC_CLIENT_SECRET',
    'DIADOC_REFRESH_TOKEN',
    'DIADOC_BOX_ID',
  ] as const;
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length) return null;
  if (missing.length > 0)
    throw new ConfigError(`Diadoc needs ${missing.join(', ')} as well: set all four of its keys or none.`);
  return {
    clientId: env.DIADOC_CLIENT_ID as string,
    clientSecret: env.DIADOC_CLIENT_SECRET as string,
    refreshToken: env.DIADOC_REFRESH_TOKEN as string,
    boxId: env.DIADOC_BOX_ID as string,
    apiUrl: webAddress(env, 'DIADOC_URL') ?? undefined,
    tokenUrl: webAddress(env, 'DIADOC_TOKEN_URL') ?? undefined,
  };
}

export interface SbisConfig {
  login: string;
  password: string;
  /** Undefined means Tensor's own. */
  url: string | undefined;
}

/** Login and password or neither; of two operators one is chosen. */
export function readSbisConfig(env: NodeJS.ProcessEnv): SbisConfig | null {
  // SBIS_LOGIN, SBIS_PASSWORD [none]: Tensor's СБИС instead of Diadoc as the operator of electronic documents.
  // SBIS_URL [Tensor's own]: another address.
  const login = env.SBIS_LOGIN;
  const password = env.SBIS_PASSWORD;
  if (!login && !password) return null;
  if (!login || !password)
    throw new ConfigError('СБИС needs SBIS_LOGIN and SBIS_PASSWORD: set both or neither.');
  if (env.DIADOC_CLIENT_ID)
    throw new ConfigError('Choose one operator of electronic documents: DIADOC_… or SBIS_….');
  return { login, password, url: webAddress(env, 'SBIS_URL') ?? undefined };
}

/** The order by whose form acts of reconciliation go to an operator; their structure is the same. */
export function readReconciliationOrder(env: NodeJS.ProcessEnv): '405' | '420' {
  // RECONCILIATION_ORDER [`405`]: the order of the ФНС under which an operator takes acts of reconciliation, `405` or `420`.
  return readChoice(env, 'RECONCILIATION_ORDER', ['405', '420'] as const, '405');
}

/** The folder is not part of the product: its files are the State's and the operators'. */
export function readStateSchemas(env: NodeJS.ProcessEnv, root: string): string | null {
  // STATE_SCHEMAS [none: our own rules alone]: the folder of the State's XSD files, such as `../shared/data/xsd`.
  if (!env.STATE_SCHEMAS) return null;
  const folder = path.resolve(root, env.STATE_SCHEMAS);
  if (!existsSync(folder)) throw new ConfigError(`STATE_SCHEMAS=${env.STATE_SCHEMAS} is no folder here.`);
  return folder;
}

/** The store needs address, bucket and both keys, or none of them, as Diadoc does. */
export function readS3Config(env: NodeJS.ProcessEnv): S3Config | null {
  // FILES_S3_URL, FILES_S3_BUCKET [`DATA_DIR/files`]: files in an S3-compatible object store: these and both keys, or none.
  // FILES_S3_KEY_ID, FILES_S3_SECRET [with these]: its keys.
  // FILES_S3_REGION [`us-east-1`]: its region.
  const names = ['FILES_S3_URL', 'FILES_S3_BUCKET', 'FILES_S3_KEY_ID', 'FILES_S3_SECRET'] as const;
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length) return null;
  if (missing.length > 0)
    throw new ConfigError(`The object store needs ${missing.join(', ')} as well: set all four or none.`);
  return {
    endpoint: webAddress(env, 'FILES_S3_URL') as string,
    bucket: env.FILES_S3_BUCKET as string,
    region: env.FILES_S3_REGION || 'us-east-1',
    keyId: env.FILES_S3_KEY_ID as string,
    secret: env.FILES_S3_SECRET as string,
  };
}

const ROUTERS = ['embedded', 'yandex'] as const;

export function readRoutingConfig(env: NodeJS.ProcessEnv): RoutingConfig {
  // ROUTER [`embedded`, approximate]: who makes routes: `yandex` (its Router API).
  // ROUTER_URL [its own]: the address of `yandex`.
  // ROUTER_KEY [none]: the key, which `yandex` needs.
  const provider = readChoice(env, 'ROUTER', ROUTERS, 'embedded');
  if (provider === 'embedded') return { provider };
  const key = env.ROUTER_KEY;
  if (!key) throw new ConfigError(`ROUTER=${provider} needs ROUTER_KEY: the key of its routing API.`);
  return { provider, url: webAddress(env, 'ROUTER_URL') ?? YANDEX_ADDRESS, key };
}

export function readFirstAdminProofs(env: NodeJS.ProcessEnv): readonly AdminProofWay[] {
  // FIRST_ADMIN_PROOFS [`payment,document,registry-phone`]: proofs that confirm a company's first admin; `none`: no proof is needed.
  const text = env.FIRST_ADMIN_PROOFS || ADMIN_PROOF_WAYS.join(',');
  if (text === 'none') return [];
  const input = text.split(',').map((value) => value.trim());
  const strange = input.find((value) => !ADMIN_PROOF_WAYS.some((way) => way === value));
  if (strange !== undefined) {
    throw new ConfigError(
      `FIRST_ADMIN_PROOFS=${text}: ${strange || 'an empty word'} is not one of ${ADMIN_PROOF_WAYS.join(', ')}, or none.`,
    );
  }
  return ADMIN_PROOF_WAYS.filter((way) => input.includes(way));
}
