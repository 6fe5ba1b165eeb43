import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PartnerId } from '#contract/ids.ts';
import { normalizePhone } from '#contract/phone.ts';
import type { S3Config } from './gateways/file-storage/choose-file-store.ts';
import type { NetworkConfig } from './gateways/fuel-network/choose-network.ts';
import type { RoutingConfig } from './gateways/routing/choose-router.ts';
import { TWO_GIS_ADDRESS } from './gateways/routing/two-gis-router.ts';
import { YANDEX_ADDRESS } from './gateways/routing/yandex-router.ts';
import { ConfigError, flag, oneOf, webAddress, wholeNumber } from './environment.ts';
import { baseMapOf, type BaseMapConfig } from './map-config.ts';
import { networksOf } from './network-config.ts';
import { readOperatorFile, type Operator } from './operator.ts';

/** Everything that the environment decides; nothing else reads it. */
export interface Config {
  port: number;
  host: string;
  /** Several processes listen on one port, and the kernel spreads connections over them. */
  sharePort: boolean;
  production: boolean;
  /** The address people use, for search engines and shared links; null: taken from each request. */
  publicUrl: string | null;
  /** Null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  /** Files in an object store; null: in the folder `files` of `dataDir`. */
  s3: S3Config | null;
  demo: boolean;
  sms: SmsConfig;
  staffPhone: string | null;
  publicApiKey: string;
  /** Accept the session's own token in a link, as old clients send it (docs/calls.md 1). */
  querySessionToken: boolean;
  /** Both keys of Google's reCAPTCHA, version 3; null: any token passes. */
  recaptcha: { siteKey: string; secret: string } | null;
  /** Null: the embedded registry, whose companies are invented; never in production. */
  dadataToken: string | null;
  routing: RoutingConfig;
  /** The operator's own map; null: the product's. */
  baseMap: BaseMapConfig | null;
  /** The address of the tender board; null: the embedded one, in production none. */
  tendersUrl: string | null;
  /** Kontur.Diadoc; null: the embedded operator of electronic documents, in production none. */
  diadoc: DiadocConfig | null;
  /** Partners with a real network. The others are simulated in the demonstration and absent outside it. */
  networks: Partial<Record<PartnerId, NetworkConfig>>;
  /** How long a money call waits for the network before it answers "in progress". */
  networkPatienceMs: number;
  networkPollMs: number;
  /** How long a movement of money waits for its company's money when somebody else holds it. */
  companyPatienceMs: number;
  /** The most codes per hour for one phone and for one address. */
  codesPerHour: { phone: number; address: number };
  /** The most requests per minute from one address; not applied on a development machine. */
  requestsPerMinute: number;
  /** The most of these that build a route, for which the operator may have to pay. */
  routesPerMinute: number;
  /** The most companies that one user may look up in the registry per hour. */
  registryLookupsPerHour: number;
  metrics: MetricsConfig;
  logLevel: string;
  operator: Operator;
  /** Where the built web application lies. */
  webDist: string;
  /** Check replies against the contract: in tests and development, not where speed matters. */
  checkReplies: boolean;
}

/** Who may read `/metrics`. */
export interface MetricsConfig {
  /** A port of its own, which nothing else listens on; null: none. */
  port: number | null;
  host: string;
  /** What `Authorization: Bearer` must name; null: nothing need be named. */
  token: string | null;
  /** Also on the portal's own port: with a token, and in development. */
  onMainPort: boolean;
}

export interface SmsConfig {
  provider: 'outbox' | 'smsc' | 'smsru' | 'exolve';
  login: string;
  secret: string;
  sender: string;
}

export interface DiadocConfig {
  clientId: string;
  clientSecret: string;
  refreshToken: string;
  boxId: string;
  /** Undefined: Kontur's own addresses. */
  apiUrl: string | undefined;
  tokenUrl: string | undefined;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Environment → configuration; a sentence for each mistake. Here and in map-config.ts and network-config.ts a comment
 * `NAME [default]: meaning` stands above each setting: `npm run settings` writes README's table from them.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  // NODE_ENV [none]: `production` refuses every stand-in that invents something, and closes what is meant for development.
  const production = env.NODE_ENV === 'production';
  // DATABASE_URL [the embedded one; needed in production]: a PostgreSQL 15+; its login owns the tables, may create roles.
  const databaseUrl = env.DATABASE_URL || null;
  // SMS_PROVIDER [`outbox`, refused in production]: `outbox`, `smsc`, `smsru`, `exolve`.
  const provider = oneOf(env, 'SMS_PROVIDER', ['outbox', 'smsc', 'smsru', 'exolve'] as const, 'outbox');
  if (provider === 'outbox' && production) {
    throw new ConfigError(
      'SMS_PROVIDER=outbox shows every code on a page: a production start needs smsc, smsru or exolve.',
    );
  }
  if (!env.DADATA_TOKEN && production) {
    throw new ConfigError(
      'Without DADATA_TOKEN the company registry is an invented one: a production start needs the token of DaData.',
    );
  }
  // DEMO [`1` with the embedded database, else `0`]: `1` seeds the demonstration, simulates networks; never in production.
  const demo = flag(env, 'DEMO', databaseUrl === null);
  if (production) requireRealProgramme(databaseUrl, demo);
  const generous = provider === 'outbox';
  return {
    // PORT [3000]: where HTTP listens.
    port: wholeNumber(env, 'PORT', 3000, 0, 65535),
    // HOST [loopback; all addresses in production]: the address there.
    host: env.HOST || (production ? '0.0.0.0' : '127.0.0.1'),
    // SHARE_PORT [`0`]: `1`: several processes listen on one port (Linux); `docs/operations.md`.
    sharePort: flag(env, 'SHARE_PORT', false),
    production,
    // PUBLIC_URL [of each request]: the address told to search engines and shared links; with https, messages name it.
    publicUrl: webAddress(env, 'PUBLIC_URL'),
    databaseUrl,
    // DATA_DIR [`.data`]: where the embedded PostgreSQL and files live.
    dataDir: path.resolve(ROOT, env.DATA_DIR || '.data'),
    s3: s3Of(env),
    demo,
    sms: {
      provider,
      // SMS_LOGIN, SMS_SENDER [empty]: of the provider: login, and the name that a message comes from.
      login: env.SMS_LOGIN ?? '',
      // SMS_SECRET [none; needed with a provider]: its key or password.
      secret: secretOf(env, provider),
      sender: env.SMS_SENDER ?? '',
    },
    // STAFF_PHONE [none; `79000000000` in the demonstration]: the first staff member's phone.
    staffPhone: staffPhoneOf(env, demo),
    // PUBLIC_API_KEY [`magistral-web`]: the key of the profile call.
    publicApiKey: env.PUBLIC_API_KEY || 'magistral-web',
    // QUERY_SESSION_TOKEN [`1`]: `0` refuses the session's own token in a link.
    querySessionToken: flag(env, 'QUERY_SESSION_TOKEN', true),
    // RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET [none: any token passes]: reCAPTCHA, version 3, at sign-in: both or none.
    recaptcha: recaptchaOf(env),
    // DADATA_TOKEN [an embedded registry of invented companies; needed in production]: the company registry DaData.
    dadataToken: env.DADATA_TOKEN || null,
    routing: routingOf(env),
    baseMap: baseMapOf(env),
    // TENDERS_URL [an embedded one; in production no number is shown]: the tender board.
    tendersUrl: webAddress(env, 'TENDERS_URL'),
    diadoc: diadocOf(env),
    networks: networksOf(env),
    // NETWORK_PATIENCE_MS [2000]: how long a money call waits for a network before it answers "in progress".
    networkPatienceMs: wholeNumber(env, 'NETWORK_PATIENCE_MS', 2000, 0, 30_000),
    // NETWORK_POLL_MS [60000; 700 in the demonstration]: how often feeds are read; a real one once a minute at most.
    networkPollMs: wholeNumber(env, 'NETWORK_POLL_MS', demo ? 700 : 60_000, 100, 3_600_000),
    // COMPANY_PATIENCE_MS [5000]: how long a movement waits for its company's money, which another holds, before a 503.
    companyPatienceMs: wholeNumber(env, 'COMPANY_PATIENCE_MS', 5000, 100, 20_000),
    codesPerHour: {
      // SMS_CODES_PER_PHONE_HOUR [60; 1000 with `outbox`]: the most codes for one phone in an hour.
      phone: wholeNumber(env, 'SMS_CODES_PER_PHONE_HOUR', generous ? 1000 : 60, 1, 100_000),
      // SMS_CODES_PER_ADDRESS_HOUR [200; 10000 with `outbox`]: the same for one network address.
      address: wholeNumber(env, 'SMS_CODES_PER_ADDRESS_HOUR', generous ? 10_000 : 200, 1, 1_000_000),
    },
    // REQUESTS_PER_MINUTE [3000; 10000000 with `outbox`]: the most from one address, in each process.
    requestsPerMinute: wholeNumber(env, 'REQUESTS_PER_MINUTE', generous ? 10_000_000 : 3000, 1, 100_000_000),
    // ROUTES_PER_MINUTE [60; 10000000 with `outbox`]: of these, those that build a route.
    routesPerMinute: wholeNumber(env, 'ROUTES_PER_MINUTE', generous ? 10_000_000 : 60, 1, 100_000_000),
    // REGISTRY_LOOKUPS_PER_HOUR [30; 10000 with `outbox`]: the most companies that one user may look up.
    registryLookupsPerHour: wholeNumber(
      env,
      'REGISTRY_LOOKUPS_PER_HOUR',
      generous ? 10_000 : 30,
      1,
      1_000_000,
    ),
    metrics: metricsOf(env, production),
    // LOG_LEVEL [`warn`; `info` in production]: the least that is logged.
    logLevel: env.LOG_LEVEL || (production ? 'info' : 'warn'),
    // OPERATOR_FILE [`operator.json`]: name, contacts, requisites and networks; a wrong control digit stops the start.
    operator: readOperatorFile(readFileSync(env.OPERATOR_FILE || path.join(ROOT, 'operator.json'), 'utf8')),
    webDist: path.join(ROOT, 'web/dist'),
    // CHECK_REPLIES [`1`; `0` in production]: check replies against the contract.
    checkReplies: flag(env, 'CHECK_REPLIES', !production),
  };
}

/** Real money is kept where it is backed up and survives this machine, and never beside invented companies. */
function requireRealProgramme(databaseUrl: string | null, demo: boolean): void {
  if (databaseUrl === null) {
    throw new ConfigError(
      'Without DATABASE_URL the portal keeps its own database on this machine: a production start needs a PostgreSQL.',
    );
  }
  if (demo) {
    throw new ConfigError(
      'DEMO=1 invents companies, money and networks: a production start does without it (DEMO=0).',
    );
  }
}

function secretOf(env: NodeJS.ProcessEnv, provider: SmsConfig['provider']): string {
  const secret = env.SMS_SECRET ?? '';
  if (provider !== 'outbox' && !secret) {
    throw new ConfigError(`SMS_PROVIDER=${provider} needs SMS_SECRET: the provider's key or password.`);
  }
  return secret;
}

/** All of its keys or none: half a configuration would only fail at the first request. */
function diadocOf(env: NodeJS.ProcessEnv): DiadocConfig | null {
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

/** As with Diadoc: address, bucket and both keys, or none of them. */
function s3Of(env: NodeJS.ProcessEnv): S3Config | null {
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

/** The page needs one key and the server the other: with only one of them nobody could sign in. */
function recaptchaOf(env: NodeJS.ProcessEnv): Config['recaptcha'] {
  const [siteKey, secret] = [env.RECAPTCHA_SITE_KEY ?? '', env.RECAPTCHA_SECRET ?? ''];
  if (!siteKey && !secret) return null;
  if (!siteKey || !secret)
    throw new ConfigError('reCAPTCHA needs both RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET: set both or none.');
  return { siteKey, secret };
}

const TOKEN_LENGTH = 16;

/** The figures say how much money is on its way: in production nobody reads them by chance. */
function metricsOf(env: NodeJS.ProcessEnv, production: boolean): MetricsConfig {
  // METRICS_TOKEN [none: open outside production, 404 in it]: what `Authorization: Bearer` names, 16 characters or more.
  const token = env.METRICS_TOKEN || null;
  if (token && token.length < TOKEN_LENGTH)
    throw new ConfigError(`METRICS_TOKEN is a secret: it needs ${TOKEN_LENGTH} characters or more.`);
  return {
    // METRICS_PORT [none]: a port of its own for `/metrics` (`docs/operations.md`, "Watching it").
    port: env.METRICS_PORT ? wholeNumber(env, 'METRICS_PORT', 0, 0, 65535) : null,
    // METRICS_HOST [loopback]: the address there.
    host: env.METRICS_HOST || '127.0.0.1',
    token,
    onMainPort: token !== null || !production,
  };
}

function staffPhoneOf(env: NodeJS.ProcessEnv, demo: boolean): string | null {
  const text = env.STAFF_PHONE || (demo ? '79000000000' : '');
  if (!text) return null;
  const phone = normalizePhone(text);
  if (!phone)
    throw new ConfigError(`STAFF_PHONE=${text} is not a Russian phone number, for example 79001234567.`);
  return phone;
}

const ROUTERS = ['embedded', 'osrm', 'valhalla', 'graphhopper', 'yandex', '2gis'] as const;

function routingOf(env: NodeJS.ProcessEnv): RoutingConfig {
  // ROUTER [`embedded`, approximate]: who makes routes: `osrm`, `valhalla`, `graphhopper`, `yandex`, `2gis`.
  // ROUTER_URL [`yandex`, `2gis`: their own]: its address.
  // ROUTER_KEY [none]: the key, which `yandex` and `2gis` need, and `graphhopper` for its cloud.
  // OSRM_URL [none]: the older writing of `ROUTER=osrm` with its `ROUTER_URL`.
  const osrmUrl = webAddress(env, 'OSRM_URL');
  const provider = oneOf(env, 'ROUTER', ROUTERS, osrmUrl ? 'osrm' : 'embedded');
  const key = env.ROUTER_KEY || null;
  if (provider === 'embedded') return { provider };
  if (provider === 'yandex' || provider === '2gis') {
    if (!key) throw new ConfigError(`ROUTER=${provider} needs ROUTER_KEY: the key of its routing API.`);
    const own = provider === 'yandex' ? YANDEX_ADDRESS : TWO_GIS_ADDRESS;
    return { provider, url: webAddress(env, 'ROUTER_URL') ?? own, key };
  }
  const url = webAddress(env, 'ROUTER_URL') ?? (provider === 'osrm' ? osrmUrl : null);
  if (!url) throw new ConfigError(`ROUTER=${provider} needs ROUTER_URL: the address of its server.`);
  return provider === 'graphhopper' ? { provider, url, key } : { provider, url };
}
