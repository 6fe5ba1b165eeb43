import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { normalizePhone } from '#contract/values/phone.ts';
import type { S3Config } from '../gateways/file-storage/choose-file-store.ts';
import type { RoutingConfig } from '../gateways/routing/choose-router.ts';
import { ConfigError, flag, readChoice, webAddress, wholeNumber } from '../environment.ts';
import {
  readMetricsConfig,
  readTracesConfig,
  type MetricsConfig,
  type TracesConfig,
} from './watching-config.ts';
import { readBaseMapConfig, type BaseMapConfig } from './map-config.ts';
import { readCardComparisonConfig, type CardComparisonConfig } from './card-comparison-config.ts';
import { readNetworkSettings, type NetworkSettings } from './network-config.ts';
import { readSimulatedNetworks, type SimulatedNetworksConfig } from './simulation-config.ts';
import { readBankApiConfig, type BankApiConfig } from './bank-api-config.ts';
import { readReceiptConfig, type ReceiptConfig } from './receipt-config.ts';
import { readFastPaymentConfig, type FastPaymentConfig } from './fast-payment-config.ts';
import { readFactorConfig, type FactorConfig } from './factor-config.ts';
import { readTelematicsConfig, type TelematicsConfig } from './telematics-config.ts';
import { readWebhookConfig, type WebhookConfig } from './webhook-config.ts';
import { readBundleConfig, type BundleConfig } from './bundle-config.ts';
import { readChannelConfig, type ChannelConfig } from './channel-config.ts';
import { readMailConfig, readSmsConfig, type MailConfig, type SmsConfig } from './mail-config.ts';
import {
  readDiadocConfig,
  readReconciliationOrder,
  readSbisConfig,
  readFirstAdminProofs,
  readRoutingConfig,
  readS3Config,
  readStateSchemas,
  type DiadocConfig,
  type SbisConfig,
} from './service-config.ts';
import {
  readCaptchaConfig,
  readCodeLimits,
  readCompanyLimits,
  readQuerySessionToken,
  readTrustedProxies,
  type CaptchaConfig,
  type CodeLimits,
  type CompanyLimits,
} from './safety-config.ts';
import { readOperatorFile, type Operator } from '../operator.ts';

/** All settings of the environment; no other code reads the environment. */
export interface Config extends CompanyLimits, CardComparisonConfig, NetworkSettings {
  port: number;
  host: string;
  /** Several processes listen on one port, and the kernel spreads connections over them. */
  sharePort: boolean;
  /** How long a stopping process goes on answering, for its balancer to notice. */
  drainMs: number;
  production: boolean;
  /** The address people use, for everything that leads here. Null means this machine’s own, never in production. */
  publicUrl: string | null;
  /** Null means the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /** Spread the tables by company over the machines of Citus, after the migrations. */
  distribute: 'none' | 'citus';
  dataDir: string;
  /** Files in an object store. Null means in the folder `files` of `dataDir`. */
  s3: S3Config | null;
  demo: boolean;
  simulatedNetworks: SimulatedNetworksConfig;
  sms: SmsConfig;
  mail: MailConfig;
  channels: ChannelConfig;
  fastPayments: FastPaymentConfig;
  receipts: ReceiptConfig;
  bankApi: BankApiConfig;
  /** Types of a purchase and a refund at the endpoint for 1C. */
  doorTypes: { sale: number; refund: number };
  /** The first owners, two at most. */
  staffPhones: string[];
  /** Cost of the clients' debt to the programme, in percent a year. */
  creditCostPercent: number;
  /** Sum that one member of the staff may move alone in a day. */
  twoPeopleAbove: Kopecks;
  secondFactor: FactorConfig;
  webhooks: WebhookConfig;
  bundles: BundleConfig;
  telematics: TelematicsConfig;
  publicApiKey: string;
  /** Accept the session's own token in a link, as old clients send it (docs/calls.md 1). */
  querySessionToken: boolean;
  /** Proofs that confirm a company's first admin; an empty list means that no proof is needed (decision 51). */
  firstAdminProofs: ReturnType<typeof readFirstAdminProofs>;
  /** Asked for at sign-in where the limits are near. Null means that any token passes. */
  captcha: CaptchaConfig | null;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[];
  /** Null means the embedded registry, whose companies are invented; never in production. */
  dadataToken: string | null;
  routing: RoutingConfig;
  /** The operator's own map. Null means the product's. */
  baseMap: BaseMapConfig | null;
  /** The address of the tender board. Null means the embedded one, in production none. */
  tendersUrl: string | null;
  /** Kontur.Diadoc. Null means the embedded operator of electronic documents, in production none. */
  diadoc: DiadocConfig | null;
  /** Tensor's СБИС. At most one of the two operators is configured. */
  sbis: SbisConfig | null;
  reconciliationOrder: '405' | '420';
  /** The folder of the State's schemas. Null means that XML is held to our own rules alone. */
  stateSchemas: string | null;
  /** How long a money call waits for the network before it answers "in progress". */
  networkTimeoutMs: number;
  networkPollMs: number;
  /** How long a movement of money waits for its company's lock when another transaction has it. */
  companyTimeoutMs: number;
  codeLimits: CodeLimits;
  /** The most requests per minute from one address; not applied on a development machine. */
  requestsPerMinute: number;
  /** The most of these that build a route, for which the operator may have to pay. */
  routesPerMinute: number;
  /** The most companies that one user may look up in the registry per hour. */
  registryLookupsPerHour: number;
  metrics: MetricsConfig;
  /** Address that gets the traces; null means that none are sent. */
  traces: TracesConfig | null;
  logLevel: string;
  operator: Operator;
  /** Folder of the built web application. */
  webDist: string;
  /** Check replies against the contract: in tests and development, not where speed matters. */
  checkReplies: boolean;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Environment → configuration; a sentence for each mistake. Here and in the other *-config.ts a comment
 * `NAME [default]: meaning` stands above each setting: `npm run settings` writes README's table from them.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  // NODE_ENV [none]: `production` refuses every fake that invents something, and closes what is meant for development.
  const production = env.NODE_ENV === 'production';
  // DATABASE_URL [the embedded one; needed in production]: a PostgreSQL 15+; its login owns the tables, may create roles.
  const databaseUrl = env.DATABASE_URL || null;
  // DISTRIBUTE [`none`]: `citus` spreads the tables by company, where the database has that extension (docs/scale.md).
  const distribute = readChoice(env, 'DISTRIBUTE', ['none', 'citus'] as const, 'none');
  const sms = readSmsConfig(env, production);
  if (!env.DADATA_TOKEN && production) {
    throw new ConfigError(
      'Without DADATA_TOKEN the company registry is an invented one: a production start needs the token of DaData.',
    );
  }
  // DEMO [`1` with the embedded database, else `0`]: `1` seeds the demonstration, simulates networks; never in production.
  const demo = flag(env, 'DEMO', databaseUrl === null);
  if (production) requireRealProgramme(databaseUrl, demo);
  // PUBLIC_URL [`http://localhost` with the port; needed in production]: the address that links, emails, SMS and passkeys have.
  const publicUrl = webAddress(env, 'PUBLIC_URL');
  if (production && publicUrl === null)
    throw new ConfigError(
      'Links lead to PUBLIC_URL and to nothing that a caller names: a production start needs PUBLIC_URL.',
    );
  if (production && publicUrl?.startsWith('http:'))
    throw new ConfigError('PUBLIC_URL is http://: people sign in by it, so a production start needs https.');
  const generous = sms.provider === 'outbox';
  // OPERATOR_FILE [`operator.json`]: name, contacts, requisites and networks that the first start stores; a wrong control digit stops the start.
  const operator = readOperatorFile(env.OPERATOR_FILE || path.join(ROOT, 'operator.json'));
  // PORT [3000]: where HTTP listens.
  const port = wholeNumber(env, 'PORT', 3000, 0, 65535);
  // HOST [loopback; all addresses in production]: the address there.
  const host = env.HOST || (production ? '0.0.0.0' : '127.0.0.1');
  const metrics = readMetricsConfig(env, production);
  requireOwnPort({ port, host }, metrics);
  return {
    port,
    host,
    // SHARE_PORT [`0`]: `1`: several processes listen on one port (Linux); `docs/operations/install.md`.
    sharePort: flag(env, 'SHARE_PORT', false),
    // DRAIN_MS [0]: how long a stopping process still answers, while `/healthz` says 503 to its balancer.
    drainMs: wholeNumber(env, 'DRAIN_MS', 0, 0, 60_000),
    production,
    publicUrl,
    databaseUrl,
    distribute,
    // DATA_DIR [`.data`]: where the embedded PostgreSQL and files live.
    dataDir: path.resolve(ROOT, env.DATA_DIR || '.data'),
    s3: readS3Config(env),
    demo,
    simulatedNetworks: readSimulatedNetworks(env, { demo, production }),
    sms,
    mail: readMailConfig(env, { production, publicUrl, operator }),
    channels: readChannelConfig(env, { publicUrl, operatorEmail: operator.email }),
    fastPayments: readFastPaymentConfig(env, production),
    receipts: readReceiptConfig(env, production),
    // DOOR_SALE_TYPE [1]: the `TypeID` of a purchase at the endpoint that 1С:УАТ calls; programs differ.
    // DOOR_REFUND_TYPE [2]: of a refund there.
    doorTypes: {
      sale: wholeNumber(env, 'DOOR_SALE_TYPE', 1, 0, 99),
      refund: wholeNumber(env, 'DOOR_REFUND_TYPE', 2, 0, 99),
    },
    bankApi: readBankApiConfig(env, { demo, production }),
    // STAFF_PHONE [none; `79000000000` in the demonstration]: phones of the first two owners, divided by a comma; ignored where there is an owner already.
    staffPhones: readStaffPhones(env, demo),
    // TWO_PEOPLE_ABOVE [100000]: how much money, in rubles, one member of the staff moves alone in a day, until two people change it.
    twoPeopleAbove: kopecks(wholeNumber(env, 'TWO_PEOPLE_ABOVE', 100_000, 0, 100_000_000) * 100),
    // CREDIT_COST_PERCENT [20]: what clients' debt costs the programme in a year, for the margin.
    creditCostPercent: wholeNumber(env, 'CREDIT_COST_PERCENT', 20, 0, 100),
    secondFactor: readFactorConfig(env, production),
    webhooks: readWebhookConfig(env, production),
    bundles: readBundleConfig(env, production),
    telematics: readTelematicsConfig(env, production),
    // PUBLIC_API_KEY [`magistral-web`]: the key of the profile call.
    publicApiKey: env.PUBLIC_API_KEY || 'magistral-web',
    querySessionToken: readQuerySessionToken(env, production),
    captcha: readCaptchaConfig(env),
    trustedProxies: readTrustedProxies(env),
    firstAdminProofs: readFirstAdminProofs(env),
    // DADATA_TOKEN [an embedded registry of invented companies; needed in production]: the company registry DaData.
    dadataToken: env.DADATA_TOKEN || null,
    routing: readRoutingConfig(env),
    baseMap: readBaseMapConfig(env),
    // TENDERS_URL [an embedded one; in production no number is shown]: the tender board.
    tendersUrl: webAddress(env, 'TENDERS_URL'),
    diadoc: readDiadocConfig(env),
    sbis: readSbisConfig(env),
    reconciliationOrder: readReconciliationOrder(env),
    stateSchemas: readStateSchemas(env, ROOT),
    ...readCardComparisonConfig(env),
    ...readNetworkSettings(env),
    // NETWORK_PATIENCE_MS [2000]: how long a money call waits for a network before it answers "in progress".
    networkTimeoutMs: wholeNumber(env, 'NETWORK_PATIENCE_MS', 2000, 0, 30_000),
    // NETWORK_POLL_MS [60000; 700 in the demonstration]: how often feeds are read; a real one once a minute at most.
    networkPollMs: wholeNumber(env, 'NETWORK_POLL_MS', demo ? 700 : 60_000, 100, 3_600_000),
    // COMPANY_PATIENCE_MS [5000]: how long a movement waits for its company's money, which another holds, before a 503.
    companyTimeoutMs: wholeNumber(env, 'COMPANY_PATIENCE_MS', 5000, 100, 20_000),
    codeLimits: readCodeLimits(env, generous),
    ...readCompanyLimits(env, generous),
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
    metrics,
    traces: readTracesConfig(env),
    // LOG_LEVEL [`warn`; `info` in production]: the least that is logged.
    logLevel: env.LOG_LEVEL || (production ? 'info' : 'warn'),
    operator,
    webDist: path.join(ROOT, 'web/dist'),
    // CHECK_REPLIES [`1`; `0` in production]: check replies against the contract.
    checkReplies: flag(env, 'CHECK_REPLIES', !production),
  };
}

/** Real money needs a database that is backed up and survives this machine, without invented companies in it. */
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

/** The portal would start, and then say that another program has the port. */
function requireOwnPort({ port, host }: { port: number; host: string }, metrics: MetricsConfig): void {
  if (metrics.port === null || metrics.port === 0 || metrics.port !== port) return;
  const everywhere = ['0.0.0.0', '::'];
  if (metrics.host === host || everywhere.includes(host) || everywhere.includes(metrics.host))
    throw new ConfigError(`METRICS_PORT and PORT are both ${port}: METRICS_PORT needs another one.`);
}

/** Two owners from the start can confirm each other's proposals on the first day (docs/operations/first-day.md). */
function readStaffPhones(env: NodeJS.ProcessEnv, demo: boolean): string[] {
  const texts = (env.STAFF_PHONE || (demo ? '79000000000' : '')).split(',').filter((text) => text.trim());
  if (texts.length > 2)
    throw new ConfigError('STAFF_PHONE takes two phones at most: owners make the other members.');
  const phones = texts.map((text) => {
    const phone = normalizePhone(text);
    if (!phone)
      throw new ConfigError(
        `STAFF_PHONE=${text.trim()} is not a Russian phone number, for example 79001234567.`,
      );
    return phone;
  });
  return [...new Set(phones)];
}
