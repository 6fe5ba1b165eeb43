import type { z } from 'zod';
import type { AcknowledgeableKind, unsettled, UnsettledKind } from '#contract/unsettled.ts';

export type Unsettled = z.infer<typeof unsettled>;

/** In the order of the filter's options. */
export const UNSETTLED_TITLE: Record<UnsettledKind, string> = {
  block: 'Блокировки карт',
  debtor: 'Карты с долгом',
  choice: 'Услуги и лимиты',
  order: 'Заказы карт',
  sale: 'Непроведённые продажи',
  record: 'Нечитаемые записи',
  card: 'Нечитаемые карты',
  surplus: 'Лишние карты',
  closing: 'Закрытие месяца',
  letter: 'Отказы в подписи',
};

/** What a person has to do about it. */
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
  card: 'Сеть так описала карту в своём списке, что её не прочитать. Переводы и блокировки этой карты и новые заказы карт ждут. Попросите сеть исправить запись: строка уйдёт сама.',
  surplus:
    'Сеть выпустила больше карт, чем заказала компания. Все они уже у компании, и ими можно заправляться. Спросите компанию, нужны ли лишние. Ненужные заблокируйте и верните сети.',
  closing:
    'Операции компании расходятся с учётом, или файл не удалось сохранить. Документов за этот месяц у компании нет. Передайте подробности разработчикам, а когда причина устранена, нажмите «Повторить».',
  letter:
    'Клиент отказался подписать документ в системе ЭДО. Узнайте у него причину. Если документ неверен, исправьте данные и передайте клиенту исправленный документ.',
};

/** Short advice for rows that do not say themselves what to do. */
export const ADVICE: Partial<Record<UnsettledKind, string>> = {
  card: 'Попросите сеть исправить запись',
  surplus: 'Спросите компанию, нужны ли ей лишние карты',
  closing: 'Устраните причину и повторите',
  letter: 'Узнайте у клиента причину',
};

/** Ids of different kinds may be the same number. */
export function keyOf({ kind, id }: { kind: string; id: number | string }): string {
  return `${kind}:${id}`;
}

/** The row's network and card; empty when no network is involved. */
export function placeOf({ card_number: number, partner }: Unsettled): string {
  return [partner?.title, number && `карта ${number}`].filter(Boolean).join(', ');
}

export function withPlace(one: Unsettled): string {
  const place = placeOf(one);
  return place ? `${one.asked} (${place})` : one.asked;
}

/** Examples of what may have been done, and what happens after it was recorded. */
export const ACKNOWLEDGED: Record<AcknowledgeableKind, { example: string; after: string }> = {
  card: {
    example: 'Например: написали в сеть, номер письма',
    after: 'Если сеть опишет карту с другой ошибкой, строка появится снова.',
  },
  surplus: {
    example: 'Например: компания оставила карты себе; карты заблокированы и возвращены',
    after: 'Карты останутся у компании. Заблокировать их можно только в её кабинете или у сети.',
  },
  letter: {
    example: 'Например: клиент получил исправленный документ',
    after: 'Документ останется с отметкой об отказе, клиент тоже её видит.',
  },
};

/** What will happen, and what goes wrong if the answer is wrong. */
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
