import type { EndpointData } from '#contract/endpoint.ts';
import { SIGNAL_RULE, type SignalRuleKey } from '#contract/fleet/signal-rule.ts';
import type { Closing, listSignals } from '#contract/fleet/signals.ts';
import { formatNumber } from '../../../lib/format.ts';
import type { StatusTone } from '../../../ui/text/StatusLabel.tsx';

export type Signal = EndpointData<typeof listSignals>[number];

/** State of the card, as far as its network has answered. */
export const CLOSING_STATUS: Record<Closing, { tone: StatusTone; text: string }> = {
  closing: { tone: 'wait', text: 'Карта закрывается: сеть ещё не ответила, заправиться пока можно' },
  closed: { tone: 'locked', text: 'Карта закрыта' },
  refused: { tone: 'stop', text: 'Сеть отказалась закрыть карту, просим снова: заправиться пока можно' },
  unable: { tone: 'neutral', text: 'Эта сеть карты не закрывает: заправиться можно' },
  opening: { tone: 'wait', text: 'Карта открывается: сеть ещё не ответила' },
  opened: { tone: 'neutral', text: 'Карту открыли' },
};
/** While it is so, a person may open the card. */
export const CLOSED: readonly (Closing | null)[] = ['closing', 'closed', 'refused'];

/** A name and a figure with its unit: «Скорость, больше», «120 км/ч». */
type Parameter = readonly [name: string, value: string];

function of<Key extends SignalRuleKey>(key: Key): (typeof SIGNAL_RULE)[Key]['parameters'] {
  return SIGNAL_RULE[key].parameters;
}

/** Figures that each rule uses, in everyday words. */
export const PARAMETERS: Record<SignalRuleKey, readonly Parameter[]> = {
  'over-tank': [['Больше бака', `в ${formatNumber(of('over-tank').times, 2)} раза`]],
  'day-tanks': [['Баков за день, больше', String(of('day-tanks').tanks)]],
  'other-fuel': [],
  'too-fast': [
    ['Скорость, больше', `${of('too-fast').kmPerHour} км/ч`],
    ['Расстояние, не меньше', `${of('too-fast').leastKm} км`],
  ],
  'too-often': [
    ['Между заправками, меньше', `${of('too-often').minutes} минут`],
    ['Заправка, не меньше', `${of('too-often').leastCentilitres / 100} л`],
  ],
  'outside-hours': [
    ['Обычное время', `с ${of('outside-hours').from} до ${of('outside-hours').until}`],
    ['Смотрим назад на', `${of('outside-hours').days} дней`],
    ['Заправок, не меньше', String(of('outside-hours').samples)],
    ['Ночных среди них, меньше', `${of('outside-hours').usualShare * 100} %`],
  ],
  price: [['Разница с ценой региона, больше', `${of('price').percent} %`]],
  habit: [
    ['Смотрим назад на', `${of('habit').days} дней`],
    ['Заправок, не меньше', String(of('habit').samples)],
    ['Больше обычного', `в ${formatNumber(of('habit').timesMedian, 1)} раза`],
    ['Отклонений от обычного, больше', String(of('habit').strength)],
  ],
  apart: [
    ['Дальше, чем', `${of('apart').leastKm} км и путь при ${of('apart').kmPerHour} км/ч`],
    ['Между местом машины и заправкой, не больше', `${of('apart').minutes} минут`],
  ],
  refunds: [
    ['Возвратов, не меньше', String(of('refunds').count)],
    ['За время', `${of('refunds').days} дней`],
  ],
};

export type Person = { id: number; name: string };

export function ownerOptions(people: readonly Person[]): { value: string; label: string }[] {
  return people.map(({ id, name }) => ({ value: String(id), label: name }));
}
