import type { PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { moscowDay } from '../../../../lib/money-format.ts';
import { vatAt } from '#contract/values/included-vat.ts';
import { vatRateOn } from '../../../../lib/vat.ts';
import { SERVICE_CHARGE, type ServiceChargeKind } from '../../../money/fees/service-charges.ts';
import type { GoodsLine } from './month-closing.ts';

/** A service of the programme in the documents of a month (decision 164). */
export interface ClosingService {
  partnerId: PartnerId;
  kind: ServiceChargeKind;
  quantity: number;
  sum: Kopecks;
  servedAt: Date;
}

/** Kinds that are counted by the piece; the others are one service each. */
const COUNTED: ReadonlySet<ServiceChargeKind> = new Set(['card', 'delivery', 'card-month']);

/** The lines of services in a УПД, by kind and VAT rate. The tax is taken out of the sum of a line, as with goods. */
export function listServiceLines(services: readonly ClosingService[]): GoodsLine[] {
  const lines = new Map<string, GoodsLine>();
  for (const { kind, quantity, sum, servedAt } of services) {
    const ratePercent = vatRateOn(moscowDay(servedAt));
    const { title } = SERVICE_CHARGE[kind];
    const key = JSON.stringify([title, ratePercent]);
    const before = lines.get(key);
    const gross = kopecks((before?.gross ?? 0) + sum);
    const vat = kopecks(vatAt(gross, ratePercent));
    lines.set(key, {
      title,
      isService: true,
      isRefund: false,
      ratePercent,
      centilitres: COUNTED.has(kind) ? (before?.centilitres ?? 0) + quantity * 100 : 0,
      ...(COUNTED.has(kind) && { goodsUnit: 'pieces' as const }),
      gross,
      vat,
      net: kopecks(gross - vat),
    });
  }
  return [...lines.values()];
}
