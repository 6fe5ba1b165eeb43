import type { z } from 'zod';
import type { unsettled, UnsettledKind } from '#contract/unsettled.ts';

export type Unsettled = z.infer<typeof unsettled>;

/** In the order of the filter. */
export const UNSETTLED_TITLE: Record<UnsettledKind, string> = {
  block: 'Блокировки карт',
  debtor: 'Карты с долгом',
  choice: 'Услуги и лимиты',
  order: 'Заказы карт',
  sale: 'Непроведённые продажи',
  record: 'Нечитаемые записи',
};

/** What a person does about it. */
export const UNSETTLED_HINT: Record<UnsettledKind, string> = {
  block:
    'Сеть больше десяти минут не подтверждает блокировку или разблокировку. Посмотрите карту в кабинете сети. Если изменить её там, сеть ответит сама при следующем запросе.',
  debtor:
    'Карта ушла в долг, а сеть отказалась её блокировать, и карта продолжает покупать. Заблокируйте её в кабинете сети или спросите сеть ещё раз.',
  choice:
    'Сеть больше десяти минут не подтверждает виды топлива или лимит. Посмотрите карту в кабинете сети. Следующие изменения этой карты ждут своей очереди.',
  order:
    'Карты заказаны, но в списке сети не появились. Где карты заказывают вручную, закажите их в кабинете сети в порядке одобрения заявок.',
  sale: 'Продажа чужой карты будет проведена сама, как только карта станет нашей. Продажу, которую не принял учёт, пробуют снова всё реже.',
  record:
    'Запись списка продаж не читается, поэтому не проведена. Попросите сеть исправить её: исправленная будет проведена сама.',
};

/** Ids of two kinds may be the same number. */
export function keyOf({ kind, id }: { kind: string; id: number | string }): string {
  return `${kind}:${id}`;
}

/** Before the words of the network, where a card and a network are named. */
export function placeOf({ card_number: number, partner }: Unsettled): string {
  return number ? `${partner.title}, карта ${number}` : partner.title;
}

/** What happens, and what goes wrong if it is not so. */
export function consequencesOf(one: Unsettled, executed: boolean): [happens: string, warning: string] {
  if (one.kind === 'order')
    return [
      'Заявка снова встанет с кнопкой «Запросить снова», и карты можно будет заказать ещё раз.',
      'Если сеть всё же выпустит карты по этому заказу, они окажутся лишними.',
    ];
  if (one.kind === 'choice')
    return executed
      ? [
          'Выбор компании останется на карте.',
          'Если в сети стоит прежнее, карта будет заправляться не так, как видит компания.',
        ]
      : [
          'На карте снова будет то, что стояло до этого выбора.',
          'Если сеть всё же его исполнила, компании нужно выбрать ещё раз.',
        ];
  const blocking = one.asked.startsWith('Блокировка');
  if (executed)
    return blocking
      ? ['Карта станет заблокированной.', 'Если в сети она открыта, ею продолжат заправляться.']
      : ['Карта станет активной.', 'Если в сети она закрыта, водитель не сможет заправиться.'];
  return blocking
    ? [
        'Карта останется активной, компания увидит отказ сети.',
        'Если сеть её закрыла, водитель не сможет заправиться.',
      ]
    : [
        'Карта останется заблокированной, компания увидит отказ сети.',
        'Если сеть её открыла, ею смогут заправляться.',
      ];
}
