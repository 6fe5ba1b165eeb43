import type { NoticeKind } from '#contract/messaging/notice-kinds.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { counted } from '#contract/values/counted.ts';
import { formatDateLong, formatRubles } from '../../../lib/money-format.ts';
import { cardNoticeTexts } from './card-notice-texts.ts';
import { formatGatheredNotice } from './format-gathered-notice.ts';
import type { Gathered, NoticeFacts, NoticeText } from './notice.ts';
import { staffNoticeTexts } from './staff-notice-texts.ts';
import { documentPath, describeDocument, formatMonth } from '../emails/month-documents-email.ts';
import { formatMoment, describeSecurityEvent } from '../emails/security-email.ts';

/** About people's access, and about the portal itself. */
const accessNoticeTexts = {
  'webhook-stopped': ({ url, reason }: NoticeFacts['webhook-stopped']): NoticeText => ({
    title: 'Вебхук отключён',
    text:
      reason === 'gone'
        ? `Адрес ${url} ответил, что его больше нет. События на него не отправляются.`
        : `Адрес ${url} не отвечал три дня. События ждут: включите его снова, и они придут с того же места.`,
    path: '/cabinet/webhooks',
    action: 'Открыть «Вебхуки»',
    short: 'Вебхук отключён: адрес не отвечает',
  }),
  'mailing-stopped': ({ title }: NoticeFacts['mailing-stopped']): NoticeText => ({
    title: `Отчёт «${title}» больше не приходит`,
    text: 'У того, кто его настроил, больше нет доступа к компании. Возобновите рассылку, и она пойдёт от вашего имени.',
    path: '/cabinet/mailings',
    action: 'Открыть «Рассылку отчётов»',
    short: 'Рассылка отчёта остановлена',
  }),
  colleague: (facts: NoticeFacts['colleague']): NoticeText => ({
    ...describeSecurity(facts),
    path: '/cabinet/permissions',
    action: 'Открыть «Доступ»',
    short: 'Изменился доступ сотрудника',
  }),
  security: (facts: NoticeFacts['security']): NoticeText => ({
    ...describeSecurity(facts),
    path: '/cabinet/security',
    action: 'Открыть «Безопасность»',
    short: `${describeSecurityEvent(facts).subject}. Если это не вы, откройте кабинет`,
  }),
  maintenance: ({ message, startsAt, endsAt, partner }: NoticeFacts['maintenance']): NoticeText => ({
    title: partner ? `Работы в сети ${partner}` : 'Работы на портале',
    text: `${message.replace(/[.\s]*$/, '.')} С ${formatMoment(startsAt)} до ${formatMoment(endsAt)} по Москве.`,
    path: '/cabinet/news',
    action: 'Открыть новости',
    short: partner ? 'Запланированы работы в сети АЗС' : 'Запланированы работы на портале',
  }),
};

function describeSecurity(facts: NoticeFacts['security']): { title: string; text: string } {
  const { subject, sentence } = describeSecurityEvent(facts);
  return { title: subject, text: sentence };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const DAYS = ['день', 'дня', 'дней'] as const;

const getYearPath = (month: string) => `/cabinet/documents?year=${month.slice(0, 4)}`;

/** About documents. */
const documentNoticeTexts = {
  'month-documents': (facts: NoticeFacts['month-documents']): NoticeText => ({
    title: facts.title
      ? `${facts.corrects ? 'Исправлен документ' : 'Опубликован документ'} «${facts.title}»`
      : 'Опубликованы документы',
    text: `${[`Период: ${formatMonth(facts.month)}`, ...describeDocument(facts)].join(', ')}. Проверьте и подтвердите в разделе «Документы».`,
    path: documentPath(facts),
    action: facts.documentId === undefined ? 'Открыть документы' : 'Открыть документ',
    short: facts.corrects ? 'Исправлен документ' : 'Опубликован документ',
  }),
  'month-closed': ({ month }: NoticeFacts['month-closed']): NoticeText => ({
    title: `${capital(formatMonth(month))}: месяц закрыт`,
    text: 'Документы за месяц готовы. Проверьте и подтвердите их.',
    path: `${getYearPath(month)}&month=${month}`,
    action: 'Открыть документы',
    short: 'Месяц закрыт, документы готовы',
  }),
  'month-complete': ({ month }: NoticeFacts['month-complete']): NoticeText => ({
    title: `${capital(formatMonth(month))}: месяц собран`,
    text: 'Документы опубликованы и подтверждены, возражений и платежей на разборе нет. Скачайте архив месяца одним файлом; 1С, подключённая по ключу, получает эти документы сама.',
    path: `${getYearPath(month)}&month=${month}`,
    action: 'Скачать архив месяца',
    short: 'Месяц собран, архив документов готов',
  }),
  'objection-answered': ({ title, month, documentId }: NoticeFacts['objection-answered']): NoticeText => ({
    title: 'Мы ответили на ваше возражение',
    text: `Документ «${title}». Ответ — рядом с документом.`,
    path: `${getYearPath(month)}&document=${documentId}`,
    action: 'Прочитать ответ',
    short: 'Мы ответили на возражение к документу',
  }),
};

type NoticeTexts = { [Kind in NoticeKind]: (facts: NoticeFacts[Kind]) => NoticeText };

const NOTICE_TEXTS: NoticeTexts = {
  ...cardNoticeTexts,
  ...documentNoticeTexts,
  ...accessNoticeTexts,
  ...staffNoticeTexts,
  'topped-up': ({ sumKopecks }) => ({
    title: `Счёт пополнен на ${formatRubles(sumKopecks)}`,
    text: 'Деньги зачислены на нераспределённый остаток: их можно переводить на карты.',
    path: '/cabinet/statement',
    action: 'Открыть выписку',
    short: 'Счёт пополнен',
  }),
  'balance-corrected': ({ title, reason, sumKopecks, toClient, balanceKopecks }) => ({
    title: `${toClient ? 'На счёт зачислено' : 'Со счёта списано'} ${formatRubles(sumKopecks)}`,
    text: [
      title,
      ...(reason === null ? [] : [`Причина: ${reason}`]),
      `Нераспределённые средства теперь ${formatRubles(balanceKopecks)}`,
    ]
      .map((sentence) => sentence.replace(/[.\s]*$/, '.'))
      .join(' '),
    path: '/cabinet/statement',
    action: 'Открыть выписку',
    short: 'Баланс счёта исправлен. Сумма и причина в кабинете',
  }),
  'dispute-answered': ({ disputeId, sumKopecks, answer }) => ({
    title: `Спор № ${disputeId} отклонён: покупка на ${formatRubles(sumKopecks)}`,
    text: `Ответ сети: ${answer}`,
    path: '/cabinet/disputes',
    action: 'Открыть споры',
    short: 'Спор о покупке отклонён. Ответ сети в кабинете',
  }),
  'low-balance': ({ ownKopecks, thresholdKopecks }) => ({
    title: `На счёте осталось ${formatRubles(ownKopecks)}`,
    text: `Остаток своих средств дошёл до порога ${formatRubles(thresholdKopecks)}. Пополните счёт, чтобы карты не остановились.`,
    path: '/cabinet/payment/1',
    action: 'Пополнить счёт',
    short: 'На счёте осталось мало денег. Пополните счёт',
  }),
  debt: ({ card, sumKopecks }) => ({
    title: `Долг по карте ${shortNumber(card)}: ${formatRubles(sumKopecks)}`,
    text: 'Заправка стоила больше, чем было денег. Карту мы блокируем. Пополните счёт и распределите деньги на её сеть: сначала погасится долг.',
    path: '/cabinet/payment/1',
    action: 'Пополнить счёт',
    short: 'По карте возник долг, она будет заблокирована. Пополните счёт',
  }),
  'company-blocked': ({ reason }) =>
    reason === null
      ? {
          title: 'Компания снова работает',
          text: 'Программа сняла блокировку: переводы и карты снова работают.',
          path: '/cabinet',
          action: 'Открыть кабинет',
          short: 'Программа сняла блокировку компании',
        }
      : {
          title: 'Компания заблокирована',
          text: `Программа остановила переводы и карты компании. Причина: ${reason}`,
          path: '/cabinet',
          action: 'Открыть кабинет',
          short: 'Программа заблокировала компанию. Причина в кабинете',
        },
  'payment-due': ({ day, sumKopecks }) => ({
    title: `Оплатите ${formatRubles(sumKopecks)} до ${formatDateLong(day)}`,
    text: 'Подходит срок оплаты топлива, взятого в кредит. После срока карты могут остановиться.',
    path: '/cabinet/payment/1',
    action: 'Пополнить счёт',
    short: 'Подходит срок оплаты топлива, взятого в кредит',
  }),
  'debt-reminder': ({ about, day, sumKopecks, lateDays, text, next }) => ({
    title:
      lateDays > 0
        ? `Просрочена оплата: ${formatRubles(sumKopecks)}`
        : `Оплатите ${formatRubles(sumKopecks)} до ${formatDateLong(day)}`,
    text: [
      lateDays > 0
        ? `Срок оплаты за ${about} был ${formatDateLong(day)}, просрочка ${counted(lateDays, DAYS)}.`
        : `Срок оплаты за ${about} — ${formatDateLong(day)}.`,
      text,
      next,
    ]
      .filter(Boolean)
      .join(' '),
    path: '/cabinet/payment/1',
    action: 'Пополнить счёт',
    short:
      lateDays > 0 ? 'Просрочена оплата. Сумма и срок в кабинете' : 'Подходит срок оплаты. Сумма в кабинете',
  }),
  'movement-failed': ({ card, cardId, sumKopecks, toCard, reason }) => ({
    title: `${toCard ? 'Перевод на карту' : 'Возврат с карты'} ${shortNumber(card)} не исполнен`,
    text: `Сеть отказала, ${formatRubles(sumKopecks)} ${toCard ? 'вернулись на счёт' : 'остались на карте'}. Причина: ${reason}`,
    path: `/cabinet/card?id=${cardId}`,
    action: 'Открыть карту',
    short: toCard ? 'Перевод на карту не исполнен' : 'Возврат с карты не исполнен',
  }),
  'movement-unclear': ({ card, cardId, sumKopecks, toCard }) => ({
    title: `Сеть долго не отвечает: карта ${shortNumber(card)}`,
    text: `${toCard ? 'Перевод' : 'Возврат'} ${formatRubles(sumKopecks)} ещё в пути. Мы выясняем, чем он кончился, делать ничего не нужно.`,
    path: `/cabinet/card?id=${cardId}`,
    action: 'Открыть карту',
    short: 'Сеть долго не отвечает на перевод по карте. Мы выясняем',
  }),
};

/** Formats a notice for its reader. A notice that gathers several has their number. */
export function formatNotice<Kind extends NoticeKind>(
  kind: Kind,
  facts: NoticeFacts[Kind],
  gathered: Gathered = { events: 1, sumKopecks: 0 },
): NoticeText {
  if (gathered.events > 1) return formatGatheredNotice(kind, gathered);
  return NOTICE_TEXTS[kind](facts);
}

/** Several notices as one message: a digest names each by its title. */
export function formatDigest(all: readonly NoticeText[]): NoticeText {
  const title = counted(all.length, ['новое уведомление', 'новых уведомления', 'новых уведомлений']);
  return {
    title,
    text: all.map((noticeWords) => noticeWords.title).join('\n'),
    path: '/cabinet/notices',
    action: 'Открыть уведомления',
    short: title,
  };
}
