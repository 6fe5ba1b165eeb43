import type { WrittenStatement } from './read-statements.ts';
import { PLACES } from '../api/src/db/distribution/place-of-tables.ts';

/** Why a statement on companies' rows may name no company, and what that means on many machines. */
export const REASONS = {
  'one row':
    'Rows by their ids: every machine is asked, one answers. The company goes beside the id where that costs.',
  'own part': 'A part of a statement: the whole of it names the company, or the row that it hangs on does.',
  everybody:
    'The programme’s staff, a job or a figure of all companies: every machine works on its own part.',
  'outside name':
    'Looked up by a name of the outside world (INN, phone, sale, serial): every machine is asked once.',
  network:
    'One network’s feed or lane, whose cards are of all companies: every machine is asked once a batch.',
} as const;

export type Reason = keyof typeof REASONS;

const FILES: Record<Reason, string> = {
  'one row': `
    cards/cards/card-change-store cards/cards/card-hold-store cards/cards/find-card-hold cards/cards/find-partner-of-card
    cards/cards/lock-any-card cards/cards/find-refused-choices companies/webhooks/webhook-store
    fleet/rules/own-change-store
    cards/cards/locked-card-store cards/cards/update-shortfalls companies/colleagues/access-request-store
    companies/colleagues/invitation-store companies/first-admin/admin-proof-store money/bank/advance-return-store
    money/fast-payments/fast-payment-store money/invoices/add-paid money/posting/balance-store
    cards/commands/find-operation cards/commands/finish-operations cards/commands/list-waiting
    cards/commands/lock-operation cards/commands/lock-operations cards/commands/mark-finished
    cards/commands/take-attempts cards/commands/find-waiting-operation office/documents/document-fate-store
    office/documents/document-store office/documents/objection-store office/edm/edm-message-store
    office/edm/stuck-message-store orders/orders/item-store orders/orders/order-store office/documents/card-act-store
    office/documents/document-paper-store office/documents/document-xml-store
    office/reconciliation/account-check-store companies/companies/list-titles cards/commands/find-ended
    office/mailings/address-store office/mailings/sending-store`,
  'own part': `
    fleet/declines/decline-store fleet/rules/rule-store orders/orders/find-unreachable-networks
    cards/cards/card-store cards/cards/limit-spending-store fuel/history/operation-filter-store
    fuel/history/operation-list-store fuel/history/operation-order-store fuel/history/operation-report-store
    fuel/history/repaid-store fuel/history/spending-store fuel/history/search-operations
    fuel/history/sold-fuel-store fuel/history/summary-side-store cards/commands/operation-store
    office/audit-log/audit-store office/clients/client-part-store office/documents/month-closing-store
    office/documents/disputed-store office/sandbox/sandbox-store`,
  everybody: `
    fleet/rules/rule-card-store fleet/rules/exception-store fleet/rules/allowance-store
    companies/events/delete-old-events companies/webhooks/delivery-store
    companies/companies/search-clients companies/terms/staff-terms-store office/clients/standing-store
    office/documents/find-closing money/bank/bank-file-store money/bank/count-returns-in-review
    cards/commands/count-movements-in-transit office/clients/client-list-store office/documents/evidence-store
    office/documents/month-progress-store office/queues/queue-store office/reconciliation/check-books
    office/reconciliation/reconciliation-store orders/orders/staff-order-store programme/tariffs/tariff-store
    companies/keys/delete-old-key-uses cards/commands/untold-movement-store office/mailings/mailing-store
    office/mailings/erase-mailings-to`,
  'outside name': `
    companies/colleagues/erase-invitations-of companies/companies/lock-or-insert-company
    companies/companies/lock-client-ids orders/orders/find-item-by-request
    office/edm/edm-change-store money/invoices/find-invoice-of-serial money/ledger/ledger-store cards/commands/find-operation-by-request
    office/personal-data/my-data-store orders/orders/item-request-store`,
  network: `
    cards/cards/hasten-changes fuel/sales/feed-store fuel/sales/sale-store cards/commands/hasten-operations
    orders/orders/hasten-items office/reconciliation/card-comparison-store office/reconciliation/card-pass-store
    office/reconciliation/moved-card-store`,
};

export const CROSSING: ReadonlyMap<string, Reason> = new Map([
  ['api/src/compose/figures-store.ts', 'everybody'],
  ...Object.entries(FILES).flatMap(([reason, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name): [string, Reason] => [`api/src/modules/${name}.ts`, reason as Reason]),
  ),
]);

const OF_COMPANIES = [...PLACES].filter(([, place]) => place === 'company').map(([name]) => name);
const TOUCHES = new RegExp(
  `\\b(?:from|join|into|update|using)\\s+(?:only\\s+)?(?:${OF_COMPANIES.join('|')})\\b`,
);
const NAMES_COMPANY =
  /company_id|\bcompany\.id\b|\bfrom company\b[^]*\bwhere (?:company\.)?id = \?|update company\b/;
const LOCKS_ROWS = /\bfor (?:no key )?(?:update|share)\b/;
const CONFLICT = /\binsert into (\w+)\b[^]*\bon conflict \(([^)]*)\)/;

export interface Crossing extends WrittenStatement {
  reason: Reason | undefined;
  /** Such a lock reaches one machine alone: the row is found first, and locked with its company. */
  locksRows: boolean;
}

/** The statements on companies' rows that name no company. */
export function findCrossings(statements: readonly WrittenStatement[]): Crossing[] {
  return statements
    .filter(({ text }) => TOUCHES.test(text) && !NAMES_COMPANY.test(text))
    .map((one) => ({ ...one, reason: CROSSING.get(one.file), locksRows: LOCKS_ROWS.test(one.text) }));
}

/** Sentences about what is not explained, explained in vain, or counts on a key that would get the company in front. */
export function findStatementFaults(statements: readonly WrittenStatement[]): string[] {
  const crossings = findCrossings(statements);
  const unexplained = crossings
    .filter(({ reason }) => !reason)
    .map(({ file, text }) => `${file}: ${shortened(text)}`);
  const spare = [...CROSSING.keys()].filter((file) => !crossings.some((one) => one.file === file));
  const targets = statements.flatMap(({ file, text }) => {
    const [, table = '', columns = ''] = CONFLICT.exec(text) ?? [];
    if (!OF_COMPANIES.includes(table) || /\b(?:company_)?id\b/.test(columns)) return [];
    return [`${file}: "on conflict (${columns})" lacks the company; "on conflict do nothing" needs no key.`];
  });
  return [
    ...unexplained.map((one) => `${one} … names no company: say why in crossing-statements.ts.`),
    ...spare.map(
      (file) => `${file}: every statement of it names its company; take it off crossing-statements.ts.`,
    ),
    ...targets,
  ];
}

export function shortened(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 70);
}
