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
    firstDay,
    lastDay: '',
    note: '',
  };
}

/** Why it cannot be sent yet. */
export function draftProblem({ change, rate, fee, firstDay, lastDay }: TariffDraft): string | null {
  if (change !== 'none' && rate.trim() === '') return 'Укажите размер скидки или надбавки';
  if (change === 'none' && fee.trim() === '') return 'Укажите сбор, скидку или надбавку';
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
    first_day: draft.firstDay,
    ...(draft.lastDay && { last_day: draft.lastDay }),
    note: draft.note,
  };
}
