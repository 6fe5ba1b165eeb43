import type { EndpointData } from '#contract/endpoint.ts';
import type { NetworkClaim as ClaimOnWire } from '#contract/fuel/network-claims.ts';
import { INVOICE_LINE_GROUPS } from '#contract/fuel/network-invoice-lines.ts';
import type {
  NetworkInvoiceLine,
  OtherInvoice as OtherInvoiceOnWire,
} from '#contract/fuel/network-invoice-lines.ts';
import type * as calls from '#contract/fuel/network-invoices.ts';
import { kopecks, toRubles, type Kopecks } from '#contract/kopecks.ts';
import type { Supplier } from '../../programme/partners/suppliers.ts';
import type { InvoiceLine, LineGroup } from './invoice-line-store.ts';
import type { ReportPreview } from './load-invoice.ts';
import type { NetworkClaim } from './network-claims.ts';
import type { Billed, NetworkInvoice } from './network-invoices.ts';
import type { OtherInvoice } from './repeated-line-store.ts';

export function presentInvoice(invoice: NetworkInvoice): calls.NetworkInvoice {
  return {
    id: invoice.id,
    partner: invoice.partner,
    number: invoice.number,
    date: invoice.datedOn,
    from: invoice.from,
    to: invoice.to,
    sum: toRubles(invoice.sum),
    vat: toRubles(invoice.vat),
    agreed: toRubles(invoice.agreed),
    lines_sum: toRubles(invoice.linesSum),
    ours: toRubles(invoice.ours),
    difference: toRubles(kopecks(invoice.theirs - invoice.ours)),
    undecided: invoice.undecided,
    disputed: invoice.disputed,
    state: invoice.state,
    progress: invoice.isCompared ? null : { done: invoice.compared, total: invoice.lineCount },
    paid: toRubles(invoice.paid),
    due: invoice.dueOn,
    file: invoice.fileName,
    loaded_at: invoice.loadedAt.toISOString(),
    loaded_by: invoice.loadedBy,
    accepted_at: invoice.acceptedAt?.toISOString() ?? null,
    accepted_by: invoice.acceptedBy,
  };
}

/** An invoice with all its groups, those without lines too. */
export function presentInvoiceFile(
  invoice: NetworkInvoice,
  known: {
    groups: readonly LineGroup[];
    asksAgain: boolean;
    claim: NetworkClaim | null;
    disputed: Kopecks;
    others: readonly (OtherInvoice & { lines: number })[];
  },
): calls.NetworkInvoiceFile {
  return {
    ...presentInvoice(invoice),
    asks_again: known.asksAgain,
    claim: known.claim && presentClaim(known.claim),
    claimable: toRubles(kopecks(Math.min(Math.max(0, known.disputed), invoice.sum))),
    others: known.others.map(({ lines, ...other }) => ({ ...presentOther(other), lines })),
    groups: INVOICE_LINE_GROUPS.map((group) => {
      const found = known.groups.find((item) => item.group === group);
      return {
        group,
        count: found?.count ?? 0,
        theirs: toRubles(found?.theirs ?? kopecks(0)),
        ours: toRubles(found?.ours ?? kopecks(0)),
        undecided: found?.undecided ?? 0,
      };
    }),
  };
}

export function presentClaim(claim: NetworkClaim): ClaimOnWire {
  return {
    id: claim.id,
    sum: toRubles(claim.sum),
    returned: toRubles(claim.returned),
    state: claim.state,
    note: claim.note,
    made_at: claim.madeAt.toISOString(),
    made_by: claim.madeBy,
    end_note: claim.endNote,
  };
}

export function presentLine(line: InvoiceLine): NetworkInvoiceLine {
  const { decision } = line;
  return {
    id: line.id,
    row: line.row,
    group: line.group,
    differences: line.differences,
    card: line.cardNumber,
    client: line.client,
    other_invoice: line.other && presentOther(line.other),
    theirs: presentSide(line.theirs),
    ours: presentSide(line.ours),
    decision: decision && {
      kind: decision.kind,
      note: decision.note,
      at: decision.at.toISOString(),
      by: decision.by,
    },
  };
}

function presentOther({ id, number, datedOn }: OtherInvoice): OtherInvoiceOnWire {
  return { id, number, date: datedOn };
}

function presentSide(side: InvoiceLine['theirs']): NetworkInvoiceLine['theirs'] {
  return (
    side && {
      time: side.clock,
      station: side.station,
      goods: side.goodsTitle,
      litres: side.quantity / 100,
      price: side.unitPrice === null ? null : toRubles(side.unitPrice),
      sum: toRubles(side.sum),
    }
  );
}

/** A network with what it has billed and what was paid. */
export function presentSupplier(
  { partnerId, title, inn, paymentDays }: Supplier,
  known: {
    billed: Billed | undefined;
    paid: Kopecks | undefined;
    bonuses: Kopecks | undefined;
    claims: readonly NetworkClaim[];
    asksAgain: boolean;
  },
): calls.NetworkSupplier {
  const invoiced = known.billed?.invoiced ?? kopecks(0);
  const paid = known.paid ?? kopecks(0);
  return {
    partner_id: partnerId,
    title,
    inn,
    payment_days: paymentDays,
    invoiced: toRubles(invoiced),
    paid: toRubles(paid),
    owed: toRubles(kopecks(Math.max(0, invoiced - paid))),
    unaccepted: toRubles(known.billed?.unaccepted ?? kopecks(0)),
    advance: toRubles(kopecks(Math.max(0, paid - invoiced))),
    due: known.billed?.dueOn ?? null,
    bonuses: toRubles(known.bonuses ?? kopecks(0)),
    claims: known.claims.map((claim) => ({
      id: claim.id,
      sum: toRubles(claim.sum),
      returned: toRubles(claim.returned),
      invoice_number: claim.invoiceNumber,
    })),
    asks_again: known.asksAgain,
  };
}

export function presentPreview({
  lines,
  columns,
  sum,
  unknownCards,
}: ReportPreview): EndpointData<typeof calls.previewNetworkInvoice> {
  const clocks = lines.map((line) => line.clock).sort();
  const quantity = lines.reduce((total, line) => total + (line.isRefund ? -line.quantity : line.quantity), 0);
  return {
    lines: lines.length,
    litres: quantity / 100,
    sum: toRubles(kopecks(sum)),
    first: clocks[0] ?? null,
    last: clocks.at(-1) ?? null,
    unknown_cards: unknownCards,
    columns,
  };
}
