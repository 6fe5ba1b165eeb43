import { FUELS } from '#contract/fleet/vehicles.ts';
import type { PurchasePricing } from '#contract/programme/purchase-terms.ts';
import { moscowDay } from '../../../lib/format.ts';
import { parseDay } from '../../../lib/read-address.ts';

/** A purchase term as it is being entered: the texts of its fields. */
export interface PurchaseTermDraft {
  partnerId: string;
  /** '' for everything, a kind of fuel, or the title of goods. */
  goods: string;
  pricing: PurchasePricing;
  rate: string;
  bonus: string;
  firstDay: string;
  lastDay: string;
  note: string;
}

export function emptyDraft(now: Date): PurchaseTermDraft {
  return {
    partnerId: '',
    goods: '',
    pricing: 'percent',
    rate: '',
    bonus: '',
    firstDay: moscowDay(now),
    lastDay: '',
    note: '',
  };
}

/** Why it cannot be sent yet. */
export function draftProblem({
  partnerId,
  pricing,
  rate,
  firstDay,
  lastDay,
}: PurchaseTermDraft): string | null {
  if (partnerId === '') return 'Выберите сеть';
  if (rate.trim() === '')
    return pricing === 'fixed' ? 'Укажите цену за литр' : 'Укажите размер скидки, хотя бы 0';
  if (!parseDay(firstDay)) return 'Укажите первый день';
  if (lastDay !== '' && !parseDay(lastDay)) return 'Допишите последний день или уберите его';
  return null;
}

/** Returns the input for the server, without fields that are left empty. */
export function toInput(draft: PurchaseTermDraft) {
  const fuel = FUELS.find((kind) => kind === draft.goods);
  return {
    partner_id: Number(draft.partnerId),
    ...(fuel ? { goods_kind: fuel } : draft.goods && { goods: draft.goods }),
    pricing: draft.pricing,
    rate: draft.rate,
    ...(draft.bonus.trim() && { bonus: draft.bonus }),
    first_day: draft.firstDay,
    ...(draft.lastDay && { last_day: draft.lastDay }),
    note: draft.note,
  };
}
