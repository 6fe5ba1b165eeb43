import type { PartnerId } from '#contract/ids.ts';
import type { MessageChannel } from '#contract/messaging/notice-kinds.ts';

/** Every job of the product with its payload; run-jobs.ts names the use case that does it. */
export interface JobPayloads extends NetworkJobPayloads {
  /** Approves a card request, in the demonstration only. */
  'approve-request': { requestId: number };
  /** Approves a paid first order of virtual cards, where the programme's rule lets it. */
  'approve-first-order': { companyId: number };
  /** Checks whether a company's balance has crossed its threshold, and sends the message once. */
  'watch-balance': { companyId: number };
  /** Brings a company's cards to what its block, or its end, demands. */
  'keep-company-cards': { companyId: number };
  /**
   * Carries out an update that a messenger has sent about a chat with the bot. `userId`: the owner of the chat, if
   * known.
   */
  'take-chat-update': { updateId: number; userId?: number };
  /** Sends an email that is already written. */
  'send-letter': { letterId: number };
  /** Makes the file of a report that comes by itself, and sends it. */
  'send-mailing': { sendingId: number };
  /** Asks an address whether reports may come there. `at`: when that was wanted. */
  'ask-mailing-address': { addressId: number; at: string };
  /** Sends what is due to a company's webhook. */
  'send-webhook': { webhookId: number };
  /** Sends what is due over a person's channel. */
  'send-notices': { userId: number; channel: MessageChannel };
  /** Sends a message about a user's own access to their phone. */
  'send-security-sms': { messageId: number };
  /** Notifies the invited person by SMS. */
  'send-invitation-sms': { invitationId: number };
  /** Puts a new phone in place of a lost one, once its day is over. */
  'change-phone': { changeId: number };
  /** Asks the bank what became of a payment by СБП. */
  'follow-fast-payment': { orderId: number };
  /** Sends a receipt to the till, or asks what became of it. */
  'send-receipt': { receiptId: number };
  /** Requests the receipts of offsets for the months that are closed, once in the evening. */
  'request-offset-receipts': Record<string, never>;
  /** Asks the bank for the statement of one of our accounts. */
  'pull-bank': { account: string };
  /** Checks the books, once a night. */
  reconcile: Record<string, never>;
  /** Seals the days of accounts that are over, once a night. */
  'seal-days': Record<string, never>;
  /** Has every feed by date read again, once a night. */
  'start-late-reading': Record<string, never>;
  /** Reads the last weeks of a network's feed again. `night`: YYYY-MM-DD. */
  'read-late-sales': { partnerId: PartnerId; night: string };
  /** Compares an invoice of a network with our sales. `ask`: reads the network's sales of its days again before. */
  'compare-network-invoice': { invoiceId: number; ask?: boolean };
  /** Notifies companies of an upcoming day of payment, once in the morning. */
  'tell-payments-due': Record<string, never>;
  /** Does the day's steps of the rules of collection, once in the morning. */
  'run-dunning': Record<string, never>;
  /** Takes the monthly fees of the months that are over, once a night. */
  'charge-months': Record<string, never>;
  /** Closes five days of each client and issues the invoices for their advances, once in the evening. */
  'issue-advance-invoices': Record<string, never>;
  /** Writes the signed bundles of the last days, once a night, where a folder is set. */
  'save-daily-bundles': Record<string, never>;
  /** Notifies companies which months are complete, once in the morning. */
  'notify-complete-months': Record<string, never>;
  /** Deletes data that is no longer usable, once a night. */
  'delete-spent': Record<string, never>;
  /** Makes the documents of a month for the companies that have none yet. */
  'close-month': { month: string };
  /** Makes a large document that a user has requested. */
  'make-paper': { documentId: number };
  /** Publishes the act of an order's cards, once the last of them is issued. */
  'publish-card-act': { requestId: number };
  /** Makes a client's contract, or its next edition. */
  'make-contract': { companyId: number };
  /** Makes an additional agreement where a client's contract has earlier requisites of a party. */
  'amend-contract': { companyId: number; userId: number };
  /** Takes a company's request for electronic documents one step further. */
  'connect-edm': { companyId: number };
  /** Sends a document of a connected company to the operator of electronic documents. */
  'send-edm-document': { documentId: number };
  /** Asks the operator how far a document has got. */
  'follow-edm-document': { documentId: number };
}

/** Jobs that wait for a network. Each network has a lane of its own, so a silent one delays no other. */
interface NetworkJobPayloads {
  /** Sends a company's command to its network. */
  'carry-out-operation': { operationId: number; partnerId: PartnerId; companyId?: number };
  /** Sends many, each as a job of its own would. `companyIds` gives the company of each, for their turns. */
  'carry-out-operations': { operationIds: number[]; partnerId: PartnerId; companyIds?: number[] };
  /** Asks a network to issue the cards of an approved request's item. */
  'issue-cards': { itemId: number; partnerId: PartnerId };
  /** Sends a card's current goods and limit to its network. */
  'sync-card': { cardId: number; partnerId: PartnerId };
}

export type JobName = keyof JobPayloads;
export type NetworkJobName = keyof NetworkJobPayloads;

export const NETWORK_JOBS = [
  'carry-out-operation',
  'carry-out-operations',
  'issue-cards',
  'sync-card',
] as const satisfies readonly NetworkJobName[];

/** Jobs that an earlier version enqueued without the network in their name. */
export const EARLIER_NETWORK_JOBS = [
  'carry-out-operation',
  'issue-cards',
  'sync-card',
] as const satisfies readonly NetworkJobName[];
export type EarlierNetworkJobName = (typeof EARLIER_NETWORK_JOBS)[number];

/** The queue's name of a network's job, by which its lane is found: `carry-out-operation:2`. */
export function taskOfNetwork(name: NetworkJobName, partnerId: PartnerId): string {
  return `${name}:${partnerId}`;
}

/** The queue's name of a job. */
export function getTaskName<Name extends JobName>(name: Name, payload: JobPayloads[Name]): string {
  return isNetworkJob(name) ? taskOfNetwork(name, (payload as { partnerId: PartnerId }).partnerId) : name;
}

/** The job behind a name of the queue. */
export function parseJobName(task: string): JobName {
  return task.split(':')[0] as JobName;
}

export function isEarlierTask(task: string): task is EarlierNetworkJobName {
  return (EARLIER_NETWORK_JOBS as readonly string[]).includes(task);
}

export function isNetworkJob(name: JobName): name is NetworkJobName {
  return (NETWORK_JOBS as readonly JobName[]).includes(name);
}
