import type { Logger } from 'pino';
import type { PartnerId } from '#contract/ids.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import type { Timeouts } from './db/timeouts.ts';
import type { BankApi } from './gateways/bank-api/bank-api.ts';
import type { EmbeddedBankApi } from './gateways/bank-api/embedded-bank-api.ts';
import type { Captcha } from './gateways/captcha/captcha.ts';
import type { ChatBot } from './gateways/chat-bot/chat-bot.ts';
import type { OutboxChats } from './gateways/chat-bot/outbox-chats.ts';
import type { CompanyRegistry } from './gateways/company-registry/company-registry.ts';
import type { EdmOperator } from './gateways/edm-operator/edm-operator.ts';
import type { EmbeddedEdm } from './gateways/edm-operator/embedded/embedded-edm.ts';
import type { EmbeddedBank } from './gateways/fast-payments/embedded-bank.ts';
import type { ReceiptTill } from './gateways/receipts/receipt-till.ts';
import type { FastPayments } from './gateways/fast-payments/fast-payments.ts';
import type { FileStore } from './gateways/file-storage/file-store.ts';
import type { AddedNetwork } from './gateways/fuel-network/added-network.ts';
import type { FuelNetwork } from './gateways/fuel-network/fuel-network.ts';
import type { NetworkBreaker } from './gateways/fuel-network/network-breaker.ts';
import type { SimulatedNetworks } from './gateways/fuel-network/simulator/start-simulated-networks.ts';
import type { MailGateway } from './gateways/mail/mail.ts';
import type { OutboxMail } from './gateways/mail/outbox-mail.ts';
import type { Router } from './gateways/routing/router.ts';
import type { StagedFailures } from './staged-failures.ts';
import type { OutboxSms } from './gateways/sms/outbox-sms.ts';
import type { SmsGateway } from './gateways/sms/sms.ts';
import type { PostWebhook } from './gateways/webhooks/post-webhook.ts';
import type { Telematics } from './gateways/telematics/telematics.ts';
import type { TenderBoard } from './gateways/tender-board/tender-board.ts';
import type { TimeStamps } from './gateways/time-stamps/time-stamps.ts';
import type { PushService } from './gateways/web-push/push.ts';
import type { Clock } from './lib/clock.ts';
import type { Watchdog } from './lib/turns/watchdog.ts';
import type { ProgrammeBook } from './operator.ts';

/** Every dependency of the product. `compose/build-context.ts` makes it, once, by hand. */
export interface Context {
  config: Config;
  clock: Clock;
  /** Name, requisites, accounts and terms of the operator by day. */
  programme: ProgrammeBook;
  log: Logger;
  /** Limits how long the program waits for the database and for work on it. */
  timeouts: Timeouts;
  /** Logs a call that wrote outside a transaction and recorded nothing, so that its line comes late. Tests fail on it. */
  logUntraced(what: string): void;
  /** Watches the work of this process. */
  watchdog: Watchdog;
  db: Database;
  sessions: SessionRecorder;
  keys: KeyRecorder;
  files: FileStore;
  sms: SmsGateway;
  /** Messages stored instead of sent; null with a real provider. */
  outbox: OutboxSms | null;
  mail: MailGateway;
  /** Emails stored instead of sent; null with a real server. */
  mailOutbox: OutboxMail | null;
  /** Posts to an address of a client's. */
  postWebhook: PostWebhook;
  channels: Channels;
  /** Follows the trucks of companies that have connected it. */
  telematics: Telematics;
  /** Null where the operator's bank has no payments by СБП. */
  fastPayments: FastPayments | null;
  /** Stands in for that bank; null outside development. */
  embeddedBank: EmbeddedBank | null;
  /** Null where the operator makes no receipts. */
  receiptTill: ReceiptTill | null;
  /** Null where the operator's bank gives no statement by an API. */
  bankApi: BankApi | null;
  /** Stands in for that one; null outside the demonstration. */
  embeddedBankApi: EmbeddedBankApi | null;
  /** Null unless the outbox replaces a provider. */
  stagedFailures: StagedFailures | null;
  captcha: Captcha;
  registry: CompanyRegistry;
  /** Throws for a partner that has no network. */
  getNetwork(partnerId: PartnerId): FuelNetwork;
  /**
   * Returns the breaker that shows whether a network is silent for this process. It is checked before sending a command
   * that no caller waits for.
   */
  getBreaker(partnerId: PartnerId): NetworkBreaker;
  /** Returns every network: the first four and those that staff have added; with `sandbox` also the sandboxes' network, once there is one. */
  partnerIds(also?: 'sandbox'): readonly PartnerId[];
  /** Returns the networks that can be called: the configured and the simulated ones. */
  networkIds(also?: 'sandbox'): readonly PartnerId[];
  /** Returns the settings of a network that staff have added. Null means that it is one of the first four. */
  addedNetwork(partnerId: PartnerId): AddedNetwork | null;
  /** Returns whether the network is simulated: it sells fuel that no one has. */
  isSimulated(partnerId: PartnerId): boolean;
  /** Reads what staff have added or changed, here or in another process. */
  rereadNetworks(): Promise<void>;
  /** The simulated networks (SIMULATED_NETWORKS); null where there are none. */
  simulated: SimulatedNetworks | null;
  /** Simulated network of sandboxes, in production too. Null in a program that serves no requests. */
  sandboxes: SimulatedNetworks | null;
  routing: Router;
  /** Null in production until one is configured. */
  tenderBoard: TenderBoard | null;
  /** Null until an authority is configured. */
  timeStamps: TimeStamps | null;
  edmOperator: EdmOperator;
  /** Stands in for that one; null where one is configured, and in production. */
  embeddedEdm: EmbeddedEdm | null;
}

/** Channels that notify users outside the cabinet. Null where one is not configured. */
export interface Channels {
  /** `secret`: what comes from the messenger carries it. */
  telegram: { bot: ChatBot; secret: string } | null;
  max: { bot: ChatBot; secret: string } | null;
  push: PushService | null;
  /** Stands in for those that are not configured; null in production. */
  outbox: OutboxChats | null;
}

/**
 * Stores what calls leave in their session's row. The module `auth` owns the row; `http` only reports what happened.
 */
export interface SessionRecorder {
  /** Returns when the session last got a code. Its sign-in counts as one. */
  findCodeTime(ctx: Context, sessionId: number): Promise<Date>;
  /** Spends a code of purpose `access` on the session. Refuses on `sms`. */
  confirm(ctx: Context, input: ConfirmationInput): Promise<void>;
  /** Records that an action of this session was confirmed by a code of its own. */
  recordCode(ctx: Context, sessionId: number): void;
  /** The session was used. */
  recordSeen(ctx: Context, sessionId: number): void;
}

/** Stores what calls leave of the keys that make them. The module `keys` owns the rows. */
export interface KeyRecorder {
  /** The key has made a call from this address. */
  recordUse(ctx: Context, key: { id: number; companyId: number }, ip: string): void;
}

export interface ConfirmationInput {
  sessionId: number;
  userId: number;
  code: string;
  ip: string;
  /** The call that carries the code: one that was sent for another call does not confirm it. */
  call?: string;
}
