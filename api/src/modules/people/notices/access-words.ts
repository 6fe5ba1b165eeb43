import { momentWords, securityWords } from '../letters/security-letter.ts';
import type { NoticeFacts, NoticeWords } from './notice.ts';

/** About people's access, and about the portal itself. */
export const accessWords = {
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
