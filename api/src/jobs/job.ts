import type { PartnerId } from '#contract/ids.ts';

/** Every job of the product with what it is given; jobs/<name>.ts says what it does. */
export interface JobPayloads {
  /** Tells a network what a company asked of it. */
  'carry-out-operation': { operationId: number };
  /** Asks a network to issue the cards of an approved request's item. */
  'issue-cards': { itemId: number };
  /** Reads what a network has to report. */
  'poll-network': { partnerId: PartnerId };
  /** Approves a card request where the demonstration programme does so by itself. */
  'approve-request': { requestId: number };
  /** Tells a network which goods and which limit a card has now. */
  'sync-card': { cardId: number };
  /** Looks whether a company's balance has crossed its threshold, and sends the message once. */
  'watch-balance': { companyId: number };
  /** Looks through the books, once a night. */
  reconcile: Record<string, never>;
  /** Makes the papers of a month for the companies that have none yet. */
  'close-month': { month: string };
  /** Carries a company's request for electronic documents one step on. */
  'connect-edm': { companyId: number };
  /** Hands a document of a connected company to the operator of electronic documents. */
  'send-edm-document': { documentId: number };
  /** Asks the operator how far a document has come that was handed over. */
  'follow-edm-document': { documentId: number };
}

export type JobName = keyof JobPayloads;
