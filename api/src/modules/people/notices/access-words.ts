import { momentWords, securityWords } from '../letters/security-letter.ts';
import type { NoticeFacts, NoticeWords } from './notice.ts';

/** About people's access, and about the portal itself. */
export const accessWords = {
  'webhook-stopped': ({ url, reason }: NoticeFacts['webhook-stopped']): NoticeWords => ({
    title: 'Вебхук отключён',
    text:
      reason === 'gone'
        ? `Адрес ${url} ответил, что его больше нет. События на него не отправляются.`
        : `Адрес ${url} не отвечал три дня. События ждут: включите его снова, и они придут с того же места.`,
    path: '/cabinet/webhooks',
    action: 'Открыть «Вебхуки»',
    short: 'Вебхук отключён: адрес не отвечает',
  }),
  'mailing-stopped': ({ title }: NoticeFacts['mailing-stopped']): NoticeWords => ({
    title: `Отчёт «${title}» больше не приходит`,
    text: 'У того, кто его настроил, больше нет доступа к компании. Возобновите рассылку, и она пойдёт от вашего имени.',
    path: '/cabinet/mailings',
    action: 'Открыть «Рассылку отчётов»',
    short: 'Рассылка отчёта остановлена',
  }),
  colleague: (facts: NoticeFacts['colleague']): NoticeWords => ({
    ...said(facts),
    path: '/cabinet/permissions',
    action: 'Открыть «Доступ»',
    short: 'Изменился доступ сотрудника',
  }),
  security: (facts: NoticeFacts['security']): NoticeWords => ({
    ...said(facts),
    path: '/cabinet/security',
    action: 'Открыть «Безопасность»',
    short: `${securityWords(facts).subject}. Если это не вы, откройте кабинет`,
  }),
  maintenance: ({ message, startsAt, endsAt, partner }: NoticeFacts['maintenance']): NoticeWords => ({
    title: partner ? `Работы в сети ${partner}` : 'Работы на портале',
    text: `${message.replace(/[.\s]*$/, '.')} С ${momentWords(startsAt)} до ${momentWords(endsAt)} по Москве.`,
    path: '/cabinet/news',
    action: 'Открыть новости',
    short: partner ? 'Запланированы работы в сети АЗС' : 'Запланированы работы на портале',
  }),
};

function said(facts: NoticeFacts['security']): { title: string; text: string } {
  const { subject, sentence } = securityWords(facts);
  return { title: subject, text: sentence };
}
