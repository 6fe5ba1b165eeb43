import type { z } from 'zod';
import { toRubles } from '#contract/kopecks.ts';
import {
  SERVICE_FEE_FIELD,
  SERVICE_FEES,
  type previewTariff,
  type tariff,
  type TariffState,
} from '#contract/programme/tariffs.ts';
import type { PreviewSums, TariffPreview } from './tariff-preview.ts';
import { computeChargedSum, type ServiceFees } from './tariff.ts';
import type { TariffRecord } from './tariffs.ts';

export function presentTariff(record: TariffRecord, today: string): z.input<typeof tariff> {
  return {
    id: record.id,
    client: record.client,
    partner: record.partner,
    goods: record.goodsTitle,
    change: record.change,
    unit: record.unit,
    rate: record.rate / 100,
    fee: record.feeRate / 100,
    ...presentFees(record.fees),
    first_day: record.firstDay,
    last_day: record.lastDay,
    state: getTariffState(record, today),
    note: record.note,
    created_at: record.createdAt.toISOString(),
    created_by: record.createdBy,
    ended: record.ended && { ...record.ended, at: record.ended.at.toISOString() },
    sales: record.sales,
  };
}

function presentFees(fees: ServiceFees | undefined) {
  return Object.fromEntries(
    SERVICE_FEES.map((kind) => {
      const sum = fees?.[kind] ?? null;
      return [SERVICE_FEE_FIELD[kind], sum === null ? null : toRubles(sum)];
    }),
  );
}

const ORDER: Record<TariffState, number> = { current: 0, planned: 1, ended: 2, withdrawn: 3 };

/** Sorts the tariffs in force first, and the newest first within each state. */
export function presentTariffs(records: readonly TariffRecord[], today: string): z.input<typeof tariff>[] {
  return records
    .map((record) => presentTariff(record, today))
    .sort((a, b) => ORDER[a.state] - ORDER[b.state] || b.id - a.id);
}

function getTariffState({ firstDay, lastDay }: TariffRecord, today: string): TariffState {
  if (lastDay !== null && lastDay < firstDay) return 'withdrawn';
  if (lastDay !== null && lastDay < today) return 'ended';
  return firstDay > today ? 'planned' : 'current';
}

export function presentPreview(preview: TariffPreview): z.input<NonNullable<(typeof previewTariff)['data']>> {
  return {
    date_from: preview.from,
    date_to: preview.to,
    clients: preview.clients.map(({ id, title, ...sums }) => ({ id, title, ...presentSums(sums) })),
    more: preview.more,
    totals: presentSums(preview.totals),
  };
}

function presentSums(sums: PreviewSums) {
  return {
    sales: sums.sales,
    sum: toRubles(sums.sum),
    discount: toRubles(sums.discount),
    surcharge: toRubles(sums.surcharge),
    fee: toRubles(sums.fee),
    charged: toRubles(computeChargedSum(sums.sum, sums)),
    charged_now: toRubles(sums.chargedNow),
    ...(sums.services && {
      services: toRubles(sums.services.sum),
      services_now: toRubles(sums.services.chargedNow),
    }),
  };
}
