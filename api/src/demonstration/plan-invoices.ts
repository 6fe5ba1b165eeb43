import { kopecks } from '#contract/kopecks.ts';
import type { MoscowTime } from './moscow-time.ts';
import type { CompanyPlan, PlannedEvent, PlannedInvoice } from './plan.ts';

/** Adds to the paid invoices two unpaid ones (one of this week), one that is paid in part and a cancelled one. */
export function withFurtherInvoices(
  paid: readonly PlannedInvoice[],
  events: readonly PlannedEvent[],
  time: MoscowTime,
): Pick<CompanyPlan, 'invoices' | 'events'> {
  const invoices = paid.map((plannedInvoice) => ({ ...plannedInvoice }));
  const last = invoices.at(-1);
  if (last) last.sum = kopecks(last.paid + 150_000_00);
  const unpaid = (at: Date, rubles: number): PlannedInvoice => ({
    at,
    sum: kopecks(rubles * 100),
    paid: kopecks(0),
    cancelledAt: null,
    author: 1,
  });
  const further = [
    { ...unpaid(time.at(97, 12.6), 640_000), cancelledAt: time.at(95, 9.2) },
    unpaid(time.at(2, 16.4), 450_000),
    unpaid(new Date(time.now.getTime() - 7_200_000), 300_000),
  ];
  return sortByIssue([...invoices, ...further], events);
}

/** Serials follow the order of issue; payments still point at their invoices. */
export function sortByIssue(
  invoices: readonly PlannedInvoice[],
  events: readonly PlannedEvent[],
): Pick<CompanyPlan, 'invoices' | 'events'> {
  const order = invoices.map((_, index) => index);
  order.sort((a, b) => getTime(invoices[a]) - getTime(invoices[b]));
  const placeByIndex = new Map(order.map((index, place) => [index, place]));
  return {
    invoices: order.map((index) => invoices[index] as PlannedInvoice),
    events: sortByTime(
      events.map((event) =>
        event.kind === 'payment' && event.invoice !== null
          ? { ...event, invoice: placeByIndex.get(event.invoice) ?? null }
          : event,
      ),
    ),
  };
}

function getTime(invoice: PlannedInvoice | undefined): number {
  return invoice?.at.getTime() ?? 0;
}

export function sortByTime<Event extends PlannedEvent>(events: readonly Event[]): Event[] {
  return [...events].sort((a, b) => a.at.getTime() - b.at.getTime());
}
