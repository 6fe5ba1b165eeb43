/** Rules that find suspicious fillings of a company: docs/calls.md 27 and 47. */

/** Title, explanation and figures of each rule. */
export const SIGNAL_RULE = {
  'over-tank': {
    title: 'Больше бака',
    words: 'Залито больше, чем помещается в бак, с запасом 5 %',
    parameters: { times: 1.05 },
  },
  'day-tanks': {
    title: 'Больше двух баков за день',
    words: 'За день куплено больше двух баков',
    parameters: { tanks: 2 },
  },
  'other-fuel': { title: 'Не то топливо', words: 'Машина ездит на другом топливе', parameters: {} },
  'too-fast': {
    title: 'Быстрее, чем можно доехать',
    words: 'Между двумя заправками пришлось бы ехать быстрее 120 км/ч по прямой',
    parameters: { kmPerHour: 120, leastKm: 5 },
  },
  'too-often': {
    title: 'Слишком часто',
    words: 'Вторая заправка меньше чем через 30 минут; долив меньше 20 л не считается',
    parameters: { minutes: 30, leastCentilitres: 2000 },
  },
  'outside-hours': {
    title: 'В необычное время',
    words: 'Ночью, с 23 до 5 часов по Москве, хотя эту машину ночью не заправляют',
    parameters: { from: '05:00', until: '23:00', days: 90, samples: 10, usualShare: 0.05 },
  },
  price: {
    title: 'Цена не такая, как в регионе',
    words: 'Цена литра отличается от обычной в регионе больше чем на 20 %',
    parameters: { percent: 20 },
  },
  habit: {
    title: 'Больше обычного',
    words: 'Намного больше, чем эта машина обычно заправляла за последние 90 дней',
    parameters: { days: 90, samples: 8, strength: 5, timesMedian: 1.5 },
  },
  apart: {
    title: 'Машина далеко от АЗС',
    words:
      'Машина была дальше от АЗС, чем могла проехать между этими минутами; место машины даёт Wialon или файл',
    parameters: { leastKm: 2, kmPerHour: 90, minutes: 20 },
  },
  refunds: { title: 'Частые возвраты', words: 'Три возврата за 30 дней', parameters: { count: 3, days: 30 } },
} as const;

export type SignalRuleKey = keyof typeof SIGNAL_RULE;
export const SIGNAL_RULE_KEYS = Object.keys(SIGNAL_RULE) as [SignalRuleKey, ...SignalRuleKey[]];

/** Effect of a rule's findings: it only reports them, or it closes the card as well. */
export const SIGNAL_ACTIONS = ['tell', 'close'] as const;
export type SignalAction = (typeof SIGNAL_ACTIONS)[number];
