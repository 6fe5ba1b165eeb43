/** Every job of the product with its payload; run-jobs.ts names the use case that does it. */
export interface JobPayloads {
  /** Sends a company's command to its network. */
  'carry-out-operation': { operationId: number };
  /** Asks a network to issue the cards of an approved request's item. */
  'issue-cards': { itemId: number };
  /** Approves a card request, in the demonstration only. */
  'approve-request': { requestId: number };
  /** Sends a card's current goods and limit to its network. */
  'sync-card': { cardId: number };
  /** Checks whether a company's balance has crossed its threshold, and sends the message once. */
  'watch-balance': { companyId: number };
  /** Checks the books, once a night. */
  reconcile: Record<string, never>;
  /** Makes the papers of a month for the companies that have none yet. */
  'close-month': { month: string };
  /** Takes a company's request for electronic documents one step further. */
  'connect-edm': { companyId: number };
  /** Sends a document of a connected company to the operator of electronic documents. */
  'send-edm-document': { documentId: number };
  /** Asks the operator how far a document has got. */
  'follow-edm-document': { documentId: number };
}

export type JobName = keyof JobPayloads;
