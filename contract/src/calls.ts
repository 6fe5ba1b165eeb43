import { z } from 'zod';
import * as advanceReturns from './advance-returns.ts';
import * as approvals from './approvals.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as bank from './bank.ts';
import * as bankFeeds from './bank-feeds.ts';
import * as bulkCards from './bulk-cards.ts';
import * as cards from './cards.ts';
import * as channels from './channels.ts';
import * as clientParts from './client-parts.ts';
import * as clients from './clients.ts';
import * as closing from './closing.ts';
import * as colleagues from './colleagues.ts';
import * as consents from './consents.ts';
import * as corrections from './corrections.ts';
import * as documentArchive from './document-archive.ts';
import * as documents from './documents.ts';
import * as edm from './edm.ts';
import * as edmAnnulment from './edm-annulment.ts';
import * as edmDevelopment from './edm-development.ts';
import * as driverLinks from './driver-links.ts';
import * as drivers from './drivers.ts';
import type { AnyEndpoint } from './endpoint.ts';
import * as exceptionDuty from './exception-duty.ts';
import * as exceptions from './exceptions.ts';
import * as exchange from './exchange.ts';
import * as fuelPlans from './fuel-plans.ts';
import * as fuelSheet from './fuel-sheet.ts';
import * as firstAdmin from './first-admin.ts';
import * as fastPayments from './fast-payments.ts';
import * as invitations from './invitations.ts';
import * as keys from './keys.ts';
import * as letters from './emails.ts';
import * as notices from './notices.ts';
import * as live from './live.ts';
import * as clientMailings from './client-mailings.ts';
import * as mailings from './mailings.ts';
import * as manyMovements from './many-movements.ts';
import * as members from './members.ts';
import * as memberSessions from './member-sessions.ts';
import * as money from './money.ts';
import * as news from './news.ts';
import * as objections from './objections.ts';
import * as operations from './operations.ts';
import * as orders from './orders.ts';
import * as overview from './overview.ts';
import * as personalData from './personal-data.ts';
import * as phoneChanges from './phone-changes.ts';
import * as queues from './queues.ts';
import * as recovery from './recovery.ts';
import * as questions from './questions.ts';
import * as sandbox from './sandbox.ts';
import * as sandboxOffice from './sandbox-office.ts';
import * as sandboxWebhooks from './sandbox-webhooks.ts';
import * as search from './search.ts';
import * as sessions from './sessions.ts';
import * as secondFactor from './second-factor.ts';
import * as spending from './spending.ts';
import * as networks from './networks.ts';
import * as signalDeeds from './signal-actions.ts';
import * as signals from './signals.ts';
import * as staff from './staff.ts';
import * as staffRequests from './staff-requests.ts';
import * as staffDocuments from './staff-documents.ts';
import * as staffMessages from './staff-messages.ts';
import * as contacts from './contacts.ts';
import * as staffProgramme from './staff-programme.ts';
import * as staffTerms from './staff-terms.ts';
import * as statement from './statement.ts';
import * as stations from './stations.ts';
import * as credits from './credits.ts';
import * as system from './system.ts';
import * as telematics from './telematics.ts';
import * as tariffs from './tariffs.ts';
import * as terms from './terms.ts';
import * as unsettled from './unsettled.ts';
import * as vehicleImport from './vehicle-import.ts';
import * as vehicles from './vehicles.ts';
import * as cardVehicles from './card-vehicles.ts';
import * as rules from './rules.ts';
import * as bulkRules from './bulk-rules.ts';
import * as declines from './declines.ts';
import * as views from './views.ts';
import * as events from './events.ts';
import * as webhooks from './webhooks.ts';

const AREAS = {
  auth,
  sessions,
  secondFactor,
  consents: { ...consents, ...personalData },
  letters,
  notices,
  channels,
  orders,
  cards: { ...cards, ...drivers, ...driverLinks },
  bulkCards,
  rules: { ...rules, ...bulkRules },
  declines: { ...declines, ...exceptions, ...exceptionDuty },
  fleet: { ...vehicles, ...cardVehicles, ...vehicleImport, ...fuelSheet, ...fuelPlans, ...telematics },
  signals: { ...signals, ...signalDeeds },
  money: { ...money, ...fastPayments, ...manyMovements, ...statement },
  operations: { ...operations, ...spending },
  overview,
  documents: {
    ...documents,
    ...edm,
    ...edmDevelopment,
    ...edmAnnulment,
    ...documentArchive,
    ...objections,
    ...terms,
  },
  exchange,
  colleagues: { ...colleagues, ...firstAdmin, ...invitations },
  views,
  mailings: { ...mailings, ...clientMailings },
  events,
  webhooks,
  search: { ...search, ...questions },
  stations,
  live,
  news,
  staff: {
    ...staff,
    ...staffRequests,
    ...closing,
    ...queues,
    ...staffDocuments,
    ...staffTerms,
    ...staffProgramme,
    ...networks,
    ...contacts,
    ...staffMessages,
  },
  members: { ...members, ...approvals, ...memberSessions, ...phoneChanges, ...recovery },
  clients: { ...clients, ...clientParts },
  bank: { ...bank, ...advanceReturns, ...bankFeeds },
  corrections,
  tariffs: { ...tariffs, ...credits },
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
