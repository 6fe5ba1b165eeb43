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
    cards/cards/card-changes cards/cards/card-holds cards/cards/cards cards/cards/lock-any-card
    cards/cards/unclear-choices companies/webhooks/webhooks fleet/rules/own-layer cards/cards/locked-card-store
    companies/colleagues/access-requests companies/colleagues/invitations
    companies/first-admin/admin-proof-store money/bank/advance-returns money/fast-payments/fast-payments
    money/invoices/invoice-payments money/posting/balance-store cards/commands/operations
    cards/commands/operation-lifecycle office/documents/documents office/documents/document-store
    office/documents/objections office/edm/edm-messages office/edm/stuck-messages orders/orders/item-store
    orders/orders/order-store office/documents/card-act-store office/documents/document-pdf-store
    office/documents/document-xml-store office/reconciliation/account-check-store companies/companies/companies
    office/mailings/address-store office/mailings/deliveries`,
  'own part': `
    fleet/declines/declines fleet/rules/rule-store orders/orders/find-unreachable-networks
    cards/cards/card-store cards/cards/limit-spending fuel/history/operation-filter
    fuel/history/operation-list-store fuel/history/operation-order-store fuel/history/operation-report-store
    fuel/history/repaid-store fuel/history/spending fuel/history/search-operations fuel/history/sold-fuel
    fuel/history/summary-side-store office/audit-log/audit-store office/clients/client-part-store
    office/documents/month-closing-store office/documents/disputed-store office/sandbox/sandbox-store`,
  everybody: `
    fleet/rules/rule-card-store fleet/rules/exception-store fleet/rules/allowances companies/events/events
    companies/webhooks/deliveries companies/companies/search-clients companies/terms/staff-terms-store
    office/clients/standing-store office/documents/closing-progress money/bank/bank-file-store
    office/clients/client-list office/documents/evidence-store office/queues/count-queues
    office/reconciliation/check-books office/reconciliation/reconciliation-store
    orders/orders/staff-order-store programme/tariffs/tariffs companies/keys/key-uses
    cards/commands/unclear-movements office/mailings/mailings`,
  'outside name': `
    orders/orders/items office/edm/edm-change-store money/invoices/invoices money/ledger/ledger
    office/personal-data/my-data-store`,
  network: `
    fuel/sales/feeds fuel/sales/sales office/reconciliation/card-comparison-store
    office/reconciliation/card-pass-store office/reconciliation/moved-cards`,
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
    .map((statement) => ({
      ...statement,
      reason: CROSSING.get(statement.file),
      locksRows: LOCKS_ROWS.test(statement.text),
    }));
}

/** Sentences about what is not explained, explained in vain, or counts on a key that would get the company in front. */
export function findStatementFaults(statements: readonly WrittenStatement[]): string[] {
  const crossings = findCrossings(statements);
  const unexplained = crossings
    .filter(({ reason }) => !reason)
    .map(({ file, text }) => `${file}: ${shortened(text)}`);
  const spare = [...CROSSING.keys()].filter((file) => !crossings.some((crossing) => crossing.file === file));
  const targets = statements.flatMap(({ file, text }) => {
    const [, table = '', columns = ''] = CONFLICT.exec(text) ?? [];
    if (!OF_COMPANIES.includes(table) || /\b(?:company_)?id\b/.test(columns)) return [];
    return [`${file}: "on conflict (${columns})" lacks the company; "on conflict do nothing" needs no key.`];
  });
  return [
    ...unexplained.map((value) => `${value} … names no company: say why in crossing-statements.ts.`),
    ...spare.map(
      (file) => `${file}: every statement of it names its company; take it off crossing-statements.ts.`,
    ),
    ...targets,
  ];
}

export function shortened(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 70);
}
