import type { WrittenStatement } from './read-statements.ts';
import { PLACES } from '../../api/src/db/distribution/place-of-tables.ts';

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

type Reason = keyof typeof REASONS;

const FILES: Record<Reason, string> = {
  'one row': `
    backoffice/dunning/action-store money/corrections/corrections
    cards/cards/card-changes cards/cards/card-holds cards/cards/cards cards/cards/lock-any-card
    cards/cards/unclear-choices companies/webhooks/webhooks fleet/rules/limits/own-layer cards/cards/locked-card-store
    companies/colleagues/access-requests companies/colleagues/invitations
    companies/first-admin/admin-proof-store money/bank/returns/advance-returns money/fast-payments/fast-payments money/receipts/receipts
    money/invoices/invoice-payments money/bank/payment-store money/posting/balance-store cards/commands/operations
    cards/commands/operation-lifecycle papers/documents/documents papers/documents/document-store
    papers/documents/objections/objections papers/edm/edm-messages papers/edm/stuck-messages orders/orders/item-store
    orders/virtual-cards/card-setups orders/virtual-cards/replacements orders/orders/decided-orders orders/shipments/shipments orders/orders/order-store papers/documents/closing/card-act-store papers/documents/pdf/document-pdf-store
    backoffice/audit-log/subject-titles papers/documents/xml/document-xml-store
    backoffice/reconciliation/account-check-store companies/companies/companies companies/companies/shared-code companies/companies/month-choices
    insights/mailings/address-store insights/mailings/deliveries`,
  'own part': `
    fleet/declines/declines fleet/rules/rule-store orders/orders/find-unreachable-networks
    cards/cards/card-store cards/cards/limit-spending fuel/history/operation-filter
    fuel/history/operation-list-store fuel/history/operation-row fuel/history/operation-subjects fuel/assignments/purchase-assignments fuel/history/operation-order-store fuel/history/operation-report-store
    fuel/history/repaid-store fuel/history/spending fuel/history/search-operations fuel/history/sold-fuel
    fuel/history/summary-side-store backoffice/audit-log/audit-store backoffice/clients/client-part-store
    papers/advances/bank-time papers/documents/objections/disputed-store insights/sandbox/sandbox-store
    money/bank/payment-list-store money/transfers/statement/statement-store`,
  everybody: `
    fleet/rules/rule-card-store fleet/rules/exceptions/exception-store fleet/rules/purchase/allowances companies/events/events
    companies/webhooks/deliveries companies/companies/search-clients companies/terms/staff-terms-store
    papers/documents/closing/closing-decision-store
    backoffice/clients/standing-store papers/documents/closing/closing-progress money/bank/bank-file-store
    backoffice/accounting-export/count-store
    backoffice/clients/client-list papers/documents/evidence/evidence-store backoffice/queues/count-queues
    backoffice/cases/task-owners backoffice/dunning/client-groups money/bank/balances/sum-bank-accounts
    programme/requisites/programme-values
    backoffice/reconciliation/check-books backoffice/reconciliation/programme-checks backoffice/reconciliation/reconciliation-store
    orders/shipments/card-stock orders/orders/staff-order-store programme/tariffs/tariffs
    cards/commands/unclear-movements insights/mailings/mailings fuel/disputes/disputes
    papers/advances/advances`,
  'outside name': `
    companies/delegations/delegation-store
    orders/orders/items papers/edm/edm-change-store money/invoices/invoices money/ledger/ledger
    backoffice/personal-data/my-data-store`,
  network: `
    fuel/authorisations/authorisations fuel/authorisations/early-settlements fuel/authorisations/pump-sessions
    fuel/sales/feeds fuel/sales/sales backoffice/reconciliation/card-comparison-store
    fuel/network-invoices/compared-sale-store
    backoffice/reconciliation/card-pass-store backoffice/reconciliation/compare-cards`,
};

const CROSSING_REASONS: ReadonlyMap<string, Reason> = new Map([
  ['api/src/compose/metrics/figures-store.ts', 'everybody'],
  ...Object.entries(FILES).flatMap(([reason, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name): [string, Reason] => [`api/src/modules/${name}.ts`, reason as Reason]),
  ),
]);

const COMPANY_TABLES = [...PLACES].filter(([, place]) => place === 'company').map(([name]) => name);
const TOUCHES = new RegExp(
  `\\b(?:from|join|into|update|using)\\s+(?:only\\s+)?(?:${COMPANY_TABLES.join('|')})\\b`,
);
const NAMES_COMPANY =
  /company_id|\bcompany\.id\b|\bfrom company\b[^]*\bwhere (?:company\.)?id = \?|update company\b/;
const LOCKS_ROWS = /\bfor (?:no key )?(?:update|share)\b/;
const CONFLICT = /\binsert into (\w+)\b[^]*\bon conflict \(([^)]*)\)/;

export interface Crossing extends WrittenStatement {
  reason: Reason | undefined;
  /** Whether it locks rows. A lock reaches one machine alone, so the row has to be found first and locked with its company. */
  locksRows: boolean;
}

/** The statements on companies' rows that name no company. */
export function findCrossings(statements: readonly WrittenStatement[]): Crossing[] {
  return statements
    .filter(({ text }) => TOUCHES.test(text) && !NAMES_COMPANY.test(text))
    .map((statement) => ({
      ...statement,
      reason: CROSSING_REASONS.get(statement.file),
      locksRows: LOCKS_ROWS.test(statement.text),
    }));
}

/** Sentences about what is not explained, explained in vain, or counts on a key that would get the company in front. */
export function findStatementFaults(statements: readonly WrittenStatement[]): string[] {
  const crossings = findCrossings(statements);
  const unexplained = crossings
    .filter(({ reason }) => !reason)
    .map(({ file, text }) => `${file}: ${shortened(text)}`);
  const spare = [...CROSSING_REASONS.keys()].filter(
    (file) => !crossings.some((crossing) => crossing.file === file),
  );
  const targets = statements.flatMap(({ file, text }) => {
    const [, table = '', columns = ''] = CONFLICT.exec(text) ?? [];
    if (!COMPANY_TABLES.includes(table) || /\b(?:company_)?id\b/.test(columns)) return [];
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
