import { formatMoment, describeSecurityEvent } from '../letters/security-email.ts';
import type { NoticeFacts, NoticeText } from './notice.ts';

/** About people's access, and about the portal itself. */
export const accessNoticeTexts = {
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
