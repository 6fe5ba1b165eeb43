import type { BodyOf } from '#contract/endpoint.ts';
import type { PartnerId } from '#contract/ids.ts';
import type { previewTariff } from '#contract/tariffs.ts';
import type { NewTariff } from './tariff.ts';

/** What the fields of a call say. */
export function tariffOf(body: BodyOf<typeof previewTariff>): Omit<NewTariff, 'note'> {
  return {
    companyId: body.company_id ?? null,
    partnerId: (body.partner_id ?? null) as PartnerId | null,
    goodsTitle: body.goods ?? null,
    change: body.change,
    unit: body.unit,
    rate: body.rate ?? 0,
    feeRate: body.fee ?? 0,
    firstDay: body.first_day,
    lastDay: body.last_day ?? null,
  };
}
