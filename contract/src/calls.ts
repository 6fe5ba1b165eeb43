import { z } from 'zod';
import * as accountingExport from './backoffice/accounting-export.ts';
import * as advanceReturns from './money/advance-returns.ts';
import * as approvals from './identity/approvals.ts';
import * as audit from './backoffice/audit.ts';
import * as pumpDevelopment from './fuel/pump-development.ts';
import * as pumpSessions from './fuel/pump-sessions.ts';
import * as authorisations from './fuel/authorisations.ts';
import * as auth from './identity/auth.ts';
import * as balanceCorrections from './money/balance-corrections.ts';
import * as books from './backoffice/books.ts';
import * as bank from './money/bank.ts';
import * as bankFeeds from './money/bank-feeds.ts';
import * as bulkCards from './cards/bulk-cards.ts';
import * as cards from './cards/cards.ts';
import * as channels from './messaging/channels.ts';
import * as clientAccount from './companies/client-account.ts';
import * as clientPeople from './companies/client-people.ts';
import * as clientParts from './companies/client-parts.ts';
import * as clients from './companies/clients.ts';
import * as closing from './papers/closing.ts';
import * as colleagues from './identity/colleagues.ts';
import * as consents from './identity/consents.ts';
import * as corrections from './money/corrections.ts';
import * as documentArchive from './papers/document-archive.ts';
import * as documents from './papers/documents.ts';
import * as clientGroups from './backoffice/client-groups.ts';
import * as dunning from './backoffice/dunning.ts';
import * as edm from './papers/edm.ts';
import * as edmAnnulment from './papers/edm-annulment.ts';
import * as edmDevelopment from './papers/edm-development.ts';
import * as driverLinks from './fleet/driver-links.ts';
import * as drivers from './cards/drivers.ts';
import type { AnyEndpoint } from './endpoint.ts';
import * as exceptionDuty from './fleet/exception-duty.ts';
import * as exceptions from './fleet/exceptions.ts';
import * as exchange from './papers/exchange.ts';
import * as bundles from './papers/bundles.ts';
import * as taxBooks from './papers/tax-books.ts';
import * as disputes from './fuel/disputes.ts';
import * as purchaseAssignment from './fuel/purchase-assignment.ts';
import * as virtualCards from './orders/virtual-cards.ts';
import * as fuelPlans from './fleet/fuel-plans.ts';
import * as fuelSheet from './fleet/fuel-sheet.ts';
import * as firstAdmin from './identity/first-admin.ts';
import * as fastPayments from './money/fast-payments.ts';
import * as invitations from './identity/invitations.ts';
import * as keys from './companies/keys.ts';
import * as letters from './messaging/emails.ts';
import * as notices from './messaging/notices.ts';
import * as live from './messaging/live.ts';
import * as clientMailings from './companies/client-mailings.ts';
import * as mailings from './insights/mailings.ts';
import * as manyMovements from './money/many-movements.ts';
import * as members from './identity/members.ts';
import * as memberSessions from './identity/member-sessions.ts';
import * as money from './money/money.ts';
import * as news from './programme/news.ts';
import * as objections from './papers/objections.ts';
import * as operationColumns from './fuel/operation-columns.ts';
import * as operations from './fuel/operations.ts';
import * as orders from './orders/orders.ts';
import * as months from './insights/months.ts';
import * as overview from './insights/overview.ts';
import * as companyDesk from './companies/company-desk.ts';
import * as delegations from './companies/delegations.ts';
import * as ownCompanies from './companies/own-companies.ts';
import * as personalData from './identity/personal-data.ts';
import * as phoneChanges from './identity/phone-changes.ts';
import * as queues from './backoffice/queues.ts';
import * as recovery from './identity/recovery.ts';
import * as questions from './insights/questions.ts';
import * as sandbox from './companies/sandbox.ts';
import * as sandboxOffice from './companies/sandbox-office.ts';
import * as sandboxWebhooks from './companies/sandbox-webhooks.ts';
import * as search from './insights/search.ts';
import * as sessions from './identity/sessions.ts';
import * as signIn from './identity/sign-in.ts';
import * as secondFactor from './identity/second-factor.ts';
import * as spending from './fuel/spending.ts';
import * as networkClaims from './fuel/network-claims.ts';
import * as networkInvoiceLines from './fuel/network-invoice-lines.ts';
import * as networkInvoices from './fuel/network-invoices.ts';
import * as networkRefunds from './money/network-refunds.ts';
import * as networks from './fuel/networks.ts';
import * as signalDeeds from './fleet/signal-actions.ts';
import * as signals from './fleet/signals.ts';
import * as staff from './backoffice/staff.ts';
import * as start from './backoffice/start.ts';
import * as staffRequests from './orders/staff-requests.ts';
import * as staffDocuments from './papers/staff-documents.ts';
import * as staffMessages from './messaging/staff-messages.ts';
import * as contacts from './programme/contacts.ts';
import * as staffProgramme from './programme/staff-programme.ts';
import * as staffTerms from './companies/staff-terms.ts';
import * as statement from './money/statement.ts';
import * as stationPulse from './fleet/station-pulse.ts';
import * as stations from './programme/stations.ts';
import * as credits from './money/credits.ts';
import * as tasks from './backoffice/tasks.ts';
import * as system from './system.ts';
import * as fleetLitres from './fleet/fleet-litres.ts';
import * as tolls from './fleet/tolls.ts';
import * as telematics from './fleet/telematics.ts';
import * as margin from './backoffice/margin.ts';
import * as purchaseTerms from './programme/purchase-terms.ts';
import * as tariffs from './programme/tariffs.ts';
import * as terms from './companies/terms.ts';
import * as shipments from './orders/shipments.ts';
import * as contracts from './papers/contracts.ts';
import * as unsettled from './money/unsettled.ts';
import * as cardGroups from './fleet/card-groups.ts';
import * as vehicleImport from './fleet/vehicle-import.ts';
import * as vehicles from './fleet/vehicles.ts';
import * as cardVehicles from './cards/card-vehicles.ts';
import * as requisites from './programme/requisites.ts';
import * as rules from './fleet/rules.ts';
import * as bulkRules from './fleet/bulk-rules.ts';
import * as declines from './fleet/declines.ts';
import * as views from './companies/views.ts';
import * as events from './companies/events.ts';
import * as webhooks from './companies/webhooks.ts';

const AREAS = {
  auth,
  sessions,
  signIn,
  secondFactor,
  consents: { ...consents, ...personalData },
  letters,
  notices,
  channels,
  orders: { ...orders, ...shipments, ...virtualCards },
  cards: { ...cards, ...drivers, ...driverLinks },
  bulkCards,
  rules: { ...rules, ...bulkRules },
  declines: { ...declines, ...exceptions, ...exceptionDuty },
  fleet: {
    ...vehicles,
    ...cardGroups,
    ...cardVehicles,
    ...vehicleImport,
    ...fuelSheet,
    ...fuelPlans,
    ...telematics,
    ...fleetLitres,
    ...tolls,
  },
  signals: { ...signals, ...signalDeeds },
  money: { ...money, ...fastPayments, ...manyMovements, ...statement },
  authorisations: { ...authorisations, ...pumpSessions, ...pumpDevelopment },
  operations: { ...operations, ...operationColumns, ...spending, ...disputes, ...purchaseAssignment },
  overview,
  months,
  ownCompanies: { ...ownCompanies, ...companyDesk, ...delegations },
  documents: {
    ...documents,
    ...edm,
    ...edmDevelopment,
    ...edmAnnulment,
    ...documentArchive,
    ...objections,
    ...terms,
    ...contracts,
  },
  exchange,
  bundles,
  taxBooks,
  colleagues: { ...colleagues, ...firstAdmin, ...invitations },
  views,
  mailings: { ...mailings, ...clientMailings },
  events,
  webhooks,
  search: { ...search, ...questions },
  stations: { ...stations, ...stationPulse },
  live,
  news,
  networkInvoices: { ...networkInvoices, ...networkInvoiceLines, ...networkClaims },
  staff: {
    ...staff,
    ...staffRequests,
    ...closing,
    ...queues,
    ...tasks,
    ...staffDocuments,
    ...staffTerms,
    ...staffProgramme,
    ...networks,
    ...contacts,
    ...requisites,
    ...start,
    ...staffMessages,
  },
  members: { ...members, ...approvals, ...memberSessions, ...phoneChanges, ...recovery },
  clients: { ...clients, ...clientParts, ...clientPeople, ...clientAccount },
  bank: { ...bank, ...advanceReturns, ...networkRefunds, ...bankFeeds, ...books, ...accountingExport },
  corrections: { ...corrections, ...balanceCorrections },
  tariffs: { ...tariffs, ...credits, ...dunning, ...clientGroups, ...purchaseTerms, ...margin },
  unsettled,
  audit,
  keys,
  sandbox: { ...sandbox, ...sandboxWebhooks, ...sandboxOffice },
  system,
};

/** Every call of the product by its area, in the order of the files above. */
export const callsByArea: Record<string, AnyEndpoint[]> = Object.fromEntries(
  Object.entries(AREAS).map(([area, declarations]) => [
    area,
    Object.values(declarations as Record<string, unknown>).filter(isEndpoint),
  ]),
);

export const allCalls: AnyEndpoint[] = Object.values(callsByArea).flat();

/** A schema that a declaration exports is published under that name: `card` is `Card`. */
export const schemaNames: ReadonlyMap<unknown, string> = new Map(
  Object.values(AREAS).flatMap((declarations) =>
    Object.entries(declarations as Record<string, unknown>).flatMap(([name, value]) =>
      value instanceof z.ZodObject || value instanceof z.ZodEnum
        ? [[value, name.charAt(0).toUpperCase() + name.slice(1)] as const]
        : [],
    ),
  ),
);

function isEndpoint(value: unknown): value is AnyEndpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'summary' in value
  );
}
