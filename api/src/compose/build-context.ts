import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { writeTrace, recordUntracedWrite } from '../audit/write-trace.ts';
import type { Config } from '../config/config.ts';
import { publicAddress } from '../http/pages/public-address.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { TIMEOUTS } from '../db/timeouts.ts';
import type { BankApi } from '../gateways/bank-api/bank-api.ts';
import { embeddedBankApi } from '../gateways/bank-api/embedded-bank-api.ts';
import { sberApi } from '../gateways/bank-api/sber-api.ts';
import { tbankApi } from '../gateways/bank-api/tbank-api.ts';
import { openCaptcha } from '../gateways/captcha/open-captcha.ts';
import { recaptcha } from '../gateways/captcha/recaptcha.ts';
import { smartcaptcha } from '../gateways/captcha/smartcaptcha.ts';
import type { Captcha } from '../gateways/captcha/captcha.ts';
import { dadataRegistry } from '../gateways/company-registry/dadata-registry.ts';
import { embeddedRegistry } from '../gateways/company-registry/embedded-registry.ts';
import { diadocEdmOperator } from '../gateways/edm-operator/diadoc-edm-operator.ts';
import type { EdmOperator } from '../gateways/edm-operator/edm-operator.ts';
import { embeddedEdm, type EmbeddedEdm } from '../gateways/edm-operator/embedded/embedded-edm.ts';
import { sbisEdmOperator } from '../gateways/edm-operator/sbis-edm-operator.ts';
import { noEdmOperator } from '../gateways/edm-operator/no-edm-operator.ts';
import { embeddedBank } from '../gateways/fast-payments/embedded-bank.ts';
import { atolTill } from '../gateways/receipts/atol-till.ts';
import { embeddedTill } from '../gateways/receipts/embedded-till.ts';
import type { ReceiptTill } from '../gateways/receipts/receipt-till.ts';
import { httpFastPayments } from '../gateways/fast-payments/http-fast-payments.ts';
import { chooseFileStore } from '../gateways/file-storage/choose-file-store.ts';
import type { FastPayments } from '../gateways/fast-payments/fast-payments.ts';
import type { SimulatedNetworks } from '../gateways/fuel-network/simulator/start-simulated-networks.ts';
import { outboxMail } from '../gateways/mail/outbox-mail.ts';
import { smtpMail } from '../gateways/mail/smtp-mail.ts';
import type { MailGateway } from '../gateways/mail/mail.ts';
import { chooseRouter } from '../gateways/routing/choose-router.ts';
import { cacheRoutes } from '../gateways/routing/cache-routes.ts';
import { exolveSms } from '../gateways/sms/exolve-sms.ts';
import { StagedFailures } from '../staged-failures.ts';
import { outboxSms } from '../gateways/sms/outbox-sms.ts';
import type { SmsGateway } from '../gateways/sms/sms.ts';
import { webhookPoster } from '../gateways/webhooks/post-webhook.ts';
import { smscSms } from '../gateways/sms/smsc-sms.ts';
import { smsruSms } from '../gateways/sms/smsru-sms.ts';
import { embeddedTenderBoard } from '../gateways/tender-board/embedded-tender-board.ts';
import { embeddedWialon } from '../gateways/telematics/embedded-wialon.ts';
import { wialon } from '../gateways/telematics/wialon.ts';
import { httpTenderBoard } from '../gateways/tender-board/http-tender-board.ts';
import type { TenderBoard } from '../gateways/tender-board/tender-board.ts';
import { httpTimeStamps } from '../gateways/time-stamps/http-time-stamps.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import { openWatchdog } from '../lib/turns/watchdog.ts';
import { sessionRecorder } from '../modules/identity/auth/session-recorder.ts';
import { keyUseRecorder } from '../modules/companies/keys/key-uses.ts';
import { openProgrammeBook } from '../modules/programme/requisites/programme-book.ts';
import { storedEdmToken } from '../modules/papers/edm/edm-connections.ts';
import type { Context } from '../context.ts';
import type { ProgrammeBook } from '../operator.ts';
import { openChannels } from './open-channels.ts';
import { knownNetworks } from './known-networks.ts';

/** reCAPTCHA scores run from 0 (a program) to 1 (a person); Google recommends this threshold. */
const RECAPTCHA_MIN_SCORE = 0.5;

export interface Given {
  databaseUrl: string;
  simulated: SimulatedNetworks | null;
  /** The simulated network of sandboxes, where it is another than that of the demonstration. */
  sandboxes?: SimulatedNetworks;
}

/**
 * These fields are never logged, whichever library tries: tokens travel in headers and in links, and the detail of
 * PostgreSQL's errors is the refused row itself, with its phone or the hash of a code. PostgreSQL's own log has that
 * row.
 */
export const REDACTED_PATHS = ['req.headers', 'xAuthToken', 'busboyOptions.headers', 'err.detail'];

export function buildContext(config: Config, given: Given, overrides: Partial<Context> = {}): Context {
  const log = overrides.log ?? pino({ level: config.logLevel, redact: REDACTED_PATHS });
  const timeouts = overrides.timeouts ?? TIMEOUTS;
  const clock = overrides.clock ?? systemClock;
  const outbox =
    config.sms.provider === 'outbox'
      ? outboxSms({ clock, delayMs: 0, onMessage: printMessage(config) })
      : null;
  const db = openDatabase(given.databaseUrl, {
    timeouts,
    log,
    beforeCommit: (tx) => writeTrace(tx, clock.now()),
    onStatement: recordUntracedWrite,
  });
  const programme = openProgrammeBook({ config, db: overrides.db ?? db, clock });
  const mailOutbox = config.mail.smtp ? null : outboxMail({ db: db.system, clock });
  const bank =
    config.fastPayments.provider === 'embedded'
      ? embeddedBank({ db: db.system, clock, address: publicAddress(config) })
      : null;
  const sandboxes = given.sandboxes ?? given.simulated;
  const statements =
    config.bankApi.provider === 'embedded' ? embeddedBankApi({ db: db.system, clock }) : null;
  const fakeServer = createEmbeddedEdm(config, db, clock);
  return {
    config,
    clock,
    programme,
    log,
    timeouts,
    logUntraced: (what) => log.error({ what }, 'written outside a transaction, recorded late'),
    watchdog: openWatchdog(({ name, limitMs }) => log.error({ turn: name, limitMs }, 'a turn does not end')),
    db,
    sessions: sessionRecorder,
    keys: keyUseRecorder,
    files: chooseFileStore(config, clock),
    sms: outbox ?? realSms(config),
    outbox,
    mail: mailOutbox ?? realMail(config),
    mailOutbox,
    postWebhook: webhookPoster(config.webhooks),
    channels: openChannels(config, db.system, clock),
    telematics: config.telematics.url
      ? wialon({ url: config.telematics.url, clock })
      : embeddedWialon({ db: db.system, clock }),
    fastPayments: bank ?? realFastPayments(config, programme),
    embeddedBank: bank,
    receiptTill: chooseTill(config, db, clock),
    bankApi: statements ?? realBankApi(config),
    embeddedBankApi: statements,
    stagedFailures: outbox && new StagedFailures(),
    captcha: createCaptcha(config),
    registry: config.dadataToken
      ? dadataRegistry({ apiKey: config.dadataToken, clock })
      : embeddedRegistry({ delayMs: config.demo ? 150 : 0 }),
    ...knownNetworks({ config, simulated: given.simulated, sandboxes, db, clock, log }),
    simulated: given.simulated,
    sandboxes,
    routing: cacheRoutes(chooseRouter(config.routing), clock),
    tenderBoard: createTenderBoard(config, clock),
    timeStamps: config.bundles.timeStampUrl ? httpTimeStamps({ url: config.bundles.timeStampUrl }) : null,
    edmOperator: fakeServer?.operator ?? createEdmOperator(config, { db, clock, programme }),
    embeddedEdm: fakeServer,
    ...overrides,
  };
}

function createCaptcha({ captcha }: Config): Captcha {
  if (captcha === null) return openCaptcha;
  const { kind, secret } = captcha;
  return kind === 'smartcaptcha'
    ? smartcaptcha({ secret })
    : recaptcha({ secret, minScore: RECAPTCHA_MIN_SCORE });
}

/** The embedded board counts invented lots, which no real company should take for freight. */
function createTenderBoard({ tendersUrl, production }: Config, clock: Clock): TenderBoard | null {
  if (tendersUrl) return httpTenderBoard({ url: tendersUrl });
  return production ? null : embeddedTenderBoard({ clock });
}

/** The embedded operator accepts and signs on its own: that must never be reported to a real company. */
function createEmbeddedEdm(config: Config, db: Database, clock: Clock): EmbeddedEdm | null {
  const { diadoc, sbis, production } = config;
  if (diadoc || sbis || production) return null;
  const tokensFor = (configured: string, secret: string) =>
    storedEdmToken(db.system, { configured, secret, clock });
  return embeddedEdm({ db: db.system, clock, tokensFor });
}

function createEdmOperator(
  config: Config,
  { db, clock, programme }: Pick<Context, 'db' | 'clock' | 'programme'>,
): EdmOperator {
  const { diadoc, sbis, reconciliationOrder } = config;
  // Read for each document, because staff change them while the portal runs.
  const sender = {
    get inn() {
      return programme.today().requisites.inn;
    },
    get kpp() {
      return programme.today().requisites.kpp || null;
    },
    get powerOfAttorney() {
      const { inn, signatory } = programme.today().requisites;
      return signatory?.proxy ? { number: signatory.proxy.number, issuerInn: inn } : null;
    },
  };
  if (diadoc) {
    const { refreshToken, clientSecret } = diadoc;
    const tokens = storedEdmToken(db.system, { configured: refreshToken, secret: clientSecret, clock });
    return diadocEdmOperator(Object.assign(sender, { ...diadoc, tokens, clock, reconciliationOrder }));
  }
  if (sbis) return sbisEdmOperator(Object.assign(sender, { ...sbis, clock }));
  return noEdmOperator;
}

function realSms({ sms }: Config): SmsGateway {
  if (sms.provider === 'smsc')
    return smscSms({
      credentials: sms.login ? { login: sms.login, password: sms.secret } : { apikey: sms.secret },
      sender: sms.sender,
    });
  if (sms.provider === 'smsru') return smsruSms({ apiId: sms.secret, sender: sms.sender });
  return exolveSms({ apiKey: sms.secret, sender: sms.sender });
}

function realMail({ mail, operator }: Config): MailGateway {
  if (!mail.smtp) throw new Error('no mail server is configured');
  return smtpMail({ ...mail.smtp, from: mail.from, replyTo: operator.email });
}

function realFastPayments({ fastPayments }: Config, programme: ProgrammeBook): FastPayments | null {
  if (fastPayments.provider !== 'http') return null;
  const { url, token } = fastPayments;
  return httpFastPayments({ url, token, account: () => programme.today().requisites.account });
}

function chooseTill(config: Config, db: Database, clock: Clock): ReceiptTill | null {
  const { receipts } = config;
  if (receipts.provider === 'embedded') return embeddedTill({ db: db.system, clock });
  if (receipts.provider === 'none') return null;
  const place = publicAddress(config);
  return atolTill({ ...receipts, place, callbackUrl: `${place}/api/hooks/receipts` });
}

/** A token in a file is read for each call, because the program that renews the token writes it there. */
function realBankApi({ bankApi }: Config): BankApi | null {
  if (bankApi.provider !== 'tbank' && bankApi.provider !== 'sber') return null;
  const { url, token, tokenFile } = bankApi;
  const access = { url, token: async () => (tokenFile ? (await readFile(tokenFile, 'utf8')).trim() : token) };
  return bankApi.provider === 'tbank' ? tbankApi(access) : sberApi(access);
}

/** Without a provider, the codes are printed in the terminal of this machine. */
function printMessage(config: Config) {
  return (message: { phone: string; text: string }): void => {
    if (config.demo) process.stdout.write(`СМС на ${message.phone}: ${message.text}\n`);
  };
}
