import { listCards, readCard } from '#contract/cards/cards.ts';
import { listDriverLinks, readDispatcherPhone } from '#contract/fleet/driver-links.ts';
import { listDrivers } from '#contract/cards/drivers.ts';
import { listInvitations } from '#contract/identity/invitations.ts';
import { listColleagues } from '#contract/identity/colleagues.ts';
import { listDeclines } from '#contract/fleet/declines.ts';
import { listExceptions } from '#contract/fleet/exceptions.ts';
import { listFuelPlans, readFuelPlan } from '#contract/fleet/fuel-plans.ts';
import { listSignals } from '#contract/fleet/signals.ts';
import { listDocuments } from '#contract/papers/documents.ts';
import { checkTerms } from '#contract/companies/terms.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { ChangeTopic } from '#contract/messaging/live.ts';
import { previewCardMovements } from '#contract/money/many-movements.ts';
import { readFastPayment } from '#contract/money/fast-payments.ts';
import { listInvoices, readClient, readCredit } from '#contract/money/money.ts';
import { readStatement } from '#contract/money/statement.ts';
import { listOperations } from '#contract/fuel/operations.ts';
import { listPumpSessions, readPumpSession } from '#contract/fuel/pump-sessions.ts';
import { summarizeOperations } from '#contract/fuel/spending.ts';
import { listRuleGroups, readCardRules } from '#contract/fleet/rules.ts';
import { listOrders, readOrder } from '#contract/orders/orders.ts';
import { countNotices, listNotices } from '#contract/messaging/notices.ts';
import { listCardGroups } from '#contract/fleet/card-groups.ts';
import { listVehicleGroups, listVehicles, readVehicle } from '#contract/fleet/vehicles.ts';
import { readMonth } from '#contract/insights/months.ts';
import { readOverview } from '#contract/insights/overview.ts';

/**
 * The reads that show a topic. A card shows its balance and its operations in progress, a top-up what of it has paid for
 * earlier fuel; summaries by driver follow the cards, to which their drivers are attached.
 */
const READS: Record<ChangeTopic, readonly AnyEndpoint[]> = {
  cards: [
    listCardGroups,
    listCards,
    readCard,
    readCardRules,
    listExceptions,
    summarizeOperations,
    readMonth,
    readOverview,
  ],
  balances: [
    readClient,
    readCredit,
    listCards,
    readCard,
    readStatement,
    listOperations,
    readOverview,
    previewCardMovements,
  ],
  operations: [
    listOperations,
    listPumpSessions,
    readPumpSession,
    listDeclines,
    listSignals,
    listFuelPlans,
    readFuelPlan,
    summarizeOperations,
    listCards,
    readCard,
    readMonth,
    readOverview,
    listRuleGroups,
  ],
  requests: [listOrders, readOrder, readOverview],
  invoices: [listInvoices, readFastPayment, readMonth, readOverview],
  documents: [listDocuments, readMonth, readOverview],
  drivers: [listDrivers, listCards, readCard, summarizeOperations, listDriverLinks, readDispatcherPhone],
  vehicles: [listVehicles, readVehicle, listVehicleGroups, listCardGroups, listCards, readCard, readMonth],
  colleagues: [listColleagues, listInvitations],
  company: [readClient, readCredit, checkTerms, readOverview],
  // The profile's gate handles it.
  profile: [],
  notices: [listNotices, countNotices],
};

/** Names of the reads that are out of date when these topics have changed. */
export function listReads(topics: Iterable<ChangeTopic>): Set<string> {
  return new Set([...topics].flatMap((topic) => READS[topic].map((read) => read.name)));
}

const ANNOUNCED_READS = new Set(Object.values(READS).flatMap((reads) => reads.map((read) => read.name)));

/** Returns whether the stream announces when a read is out of date. */
export function isAnnounced(read: AnyEndpoint): boolean {
  return ANNOUNCED_READS.has(read.name);
}
