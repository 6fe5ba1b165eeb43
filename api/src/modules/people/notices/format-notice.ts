import type { NoticeKind } from '#contract/notice-kinds.ts';
import { counted } from '#contract/counted.ts';
import { formatDateLong, formatRubles } from '../../../lib/money-format.ts';
import { accessNoticeTexts } from './access-notice-texts.ts';
import { cardNoticeTexts } from './card-notice-texts.ts';
import { formatGatheredNotice } from './format-gathered-notice.ts';
import type { Gathered, NoticeFacts, NoticeText } from './notice.ts';
import { documentNoticeTexts } from './document-notice-texts.ts';
import { staffNoticeTexts } from './staff-notice-texts.ts';

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
  'low-balance': ({ ownKopecks, thresholdKopecks }) => ({
    title: `На счёте осталось ${formatRubles(ownKopecks)}`,
    text: `Остаток своих средств дошёл до порога ${formatRubles(thresholdKopecks)}. Пополните счёт, чтобы карты не остановились.`,
    path: '/cabinet/payment/1',
    action: 'Пополнить счёт',
    short: 'На счёте осталось мало денег. Пополните счёт',
  }),
  debt: ({ card, sumKopecks }) => ({
    title: `Долг по карте …${card}: ${formatRubles(sumKopecks)}`,
    text: 'Заправка стоила больше, чем было денег. Карту мы блокируем, пополните счёт: долг погасится первым.',
    path: '/cabinet/payment/1',
    action: 'Пополнить счёт',
    short: 'По карте возник долг, она будет заблокирована. Пополните счёт',
  }),
  'company-blocked': ({ reason }) =>
    reason === null
      ? {
          title: 'Компания снова работает',
          text: 'Программа сняла блокировку: деньги и карты можно менять.',
          path: '/cabinet',
          action: 'Открыть кабинет',
          short: 'Программа сняла блокировку компании',
        }
      : {
          title: 'Компания заблокирована',
          text: `Программа остановила деньги и карты компании. Причина: ${reason}`,
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
  'movement-failed': ({ card, cardId, sumKopecks, toCard, reason }) => ({
    title: `${toCard ? 'Перевод на карту' : 'Возврат с карты'} …${card} не исполнен`,
    text: `Сеть отказала, ${formatRubles(sumKopecks)} ${toCard ? 'вернулись на счёт' : 'остались на карте'}. Причина: ${reason}`,
    path: `/cabinet/card?id=${cardId}`,
    action: 'Открыть карту',
    short: toCard ? 'Перевод на карту не исполнен' : 'Возврат с карты не исполнен',
  }),
  'movement-unclear': ({ card, cardId, sumKopecks, toCard }) => ({
    title: `Сеть долго не отвечает: карта …${card}`,
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
