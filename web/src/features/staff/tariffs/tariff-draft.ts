import type { TariffChange, TariffUnit } from '#contract/programme/tariffs.ts';
import { moscowDay } from '../../../lib/format.ts';
import { parseDay } from '../../../lib/read-address.ts';

/** A tariff as it is being entered: the texts of its fields. */
export interface TariffDraft {
  client: { id: string; title: string } | null;
  /** '' for all. */
  partnerId: string;
  goods: string;
  change: TariffChange;
  unit: TariffUnit;
  rate: string;
  fee: string;
  /** The same for all networks and goods. */
  deliveryFee: string;
  monthlyFee: string;
  cardMonthlyFee: string;
  monthlyMinimum: string;
  firstDay: string;
  lastDay: string;
  note: string;
}

const DAY_MS = 86_400_000;

export function emptyDraft(now: Date): TariffDraft {
  const firstDay = moscowDay(new Date(now.getTime() + DAY_MS));
  const scope = { client: null, partnerId: '', goods: '' };
  return {
    ...scope,
    change: 'discount',
    unit: 'percent',
    rate: '',
    fee: '',
    deliveryFee: '',
    monthlyFee: '',
    cardMonthlyFee: '',
    monthlyMinimum: '',
    firstDay,
    lastDay: '',
    note: '',
  };
}

/** A tariff of one network or of some goods has no fees that are the same for all. */
export function mayHaveServiceFees({ partnerId, goods }: TariffDraft): boolean {
  return partnerId === '' && goods === '';
}

function toServiceFees(draft: TariffDraft) {
  const { deliveryFee, monthlyFee, cardMonthlyFee, monthlyMinimum } = draft;
  if (!mayHaveServiceFees(draft)) return {};
  return {
    ...(deliveryFee.trim() && { delivery_fee: deliveryFee }),
    ...(monthlyFee.trim() && { monthly_fee: monthlyFee }),
    ...(cardMonthlyFee.trim() && { card_monthly_fee: cardMonthlyFee }),
    ...(monthlyMinimum.trim() && { monthly_minimum: monthlyMinimum }),
  };
}

/** Why it cannot be sent yet. */
export function draftProblem(draft: TariffDraft): string | null {
  const { change, rate, fee, firstDay, lastDay } = draft;
  if (change !== 'none' && rate.trim() === '') return 'Укажите размер скидки или надбавки';
  const changesNothing = change === 'none' && fee.trim() === '';
  if (changesNothing && Object.keys(toServiceFees(draft)).length === 0)
    return 'Укажите сбор, скидку или надбавку';
  if (!parseDay(firstDay)) return 'Укажите первый день';
  if (lastDay !== '' && !parseDay(lastDay)) return 'Допишите последний день или уберите его';
  return null;
}

/** Returns the input for the server, without fields that are left empty. */
export function toInput(draft: TariffDraft) {
  return {
    ...(draft.client && { company_id: Number(draft.client.id) }),
    ...(draft.partnerId && { partner_id: Number(draft.partnerId) }),
    ...(draft.goods && { goods: draft.goods }),
    change: draft.change,
    unit: draft.unit,
    ...(draft.change !== 'none' && { rate: draft.rate }),
    ...(draft.fee.trim() && { fee: draft.fee }),
    ...toServiceFees(draft),
    first_day: draft.firstDay,
    ...(draft.lastDay && { last_day: draft.lastDay }),
    note: draft.note,
  };
}
