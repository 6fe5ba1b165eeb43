import { PARTNER, REQUEST_STATUS } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import { DEBTOR_INN, DEBTOR_PEOPLE, VAN } from './cast.ts';
import type { MoscowTime } from './moscow-time.ts';
import { planCard } from './plan-cards.ts';
import type { Vehicle } from './plan-fleet.ts';
import { sortByIssue } from './plan-invoices.ts';
import type { CompanyPlan, PlannedEvent, PlannedInvoice, PlannedRequest } from './plan.ts';

const FIRST_PAYMENT = kopecks(50_000_00);
const DEBT_SUM = kopecks(180_000_00);

/** «Донские линии»: took credit six weeks ago, has two weeks to pay, and has not paid. Its cards have bought nothing yet. */
export function planDebtorCompany(time: MoscowTime): CompanyPlan {
  const random = seededRandom(6_168_014);
  const requests: PlannedRequest[] = [
    {
      at: time.at(82, 10.5),
      statusId: REQUEST_STATUS.issued,
      items: [{ partnerId: PARTNER.gpn, count: 2 }],
      issuedAt: time.at(79, 13.25),
      author: 0,
    },
  ];
  const fleet: Vehicle[] = [0, 1].map(() => ({ kind: VAN, partnerId: PARTNER.gpn, request: 0, drivers: [] }));
  const invoice: PlannedInvoice = {
    at: time.at(71, 11.2),
    sum: FIRST_PAYMENT,
    paid: FIRST_PAYMENT,
    cancelledAt: null,
    author: 0,
  };
  const events: PlannedEvent[] = [
    { kind: 'payment', at: time.at(70, 14), sum: FIRST_PAYMENT, invoice: 0 },
    {
      kind: 'distribution',
      at: time.at(45, 9.75),
      direction: 'distribute',
      sums: [{ partnerId: PARTNER.gpn, sum: DEBT_SUM }],
      author: 0,
    },
  ];
  return {
    inn: DEBTOR_INN,
    since: time.at(83, 12),
    credit: kopecks(300_000_00),
    creditDays: { forPayment: 14, withoutPayment: 30 },
    threshold: null,
    people: [...DEBTOR_PEOPLE],
    drivers: [],
    requests,
    cards: fleet.map((vehicle, index) =>
      planCard(vehicle, 600 + index, { requests, operations: [] }, random),
    ),
    ...sortByIssue([invoice], events),
  };
}
