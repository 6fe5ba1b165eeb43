import { ADDRESS_LINK_DAYS } from '#contract/insights/mailings.ts';
import { counted } from '#contract/values/counted.ts';
import type { EmailText } from '../../messaging/emails/email.ts';
import {
  isCurrentStateReport,
  getCabinetPath,
  formatPeriod,
  formatSchedule,
  type Mailing,
  type Period,
  type Schedule,
} from './mailing.ts';

/** Asks whose address it is, before anything else comes. */
export function addressConfirmationEmail(input: {
  title: string;
  company: string;
  schedule: Schedule;
  operator: string;
  url: string;
}): EmailText {
  const { title, company, schedule, operator, url } = input;
  return {
    subject: `${company}: присылать вам отчёт «${title}»?`,
    paragraphs: [
      `Компания ${company} хочет присылать на этот адрес отчёт «${title}» из кабинета программы топливных карт «${operator}» ${formatSchedule(schedule)} по Москве.`,
      'Подтвердите адрес, и отчёты начнут приходить. Отписаться можно в любом письме.',
    ],
    action: { label: 'Получать отчёты', url },
    notes: [
      `Ссылка действует ${counted(ADDRESS_LINK_DAYS, ['день', 'дня', 'дней'])}.`,
      'Если вы этого не ждали, ничего не делайте: отчёты приходить не будут.',
    ],
  };
}

/** Email with the report attached, or with a link to the file if it is too large for an email. */
export function reportEmail(
  { title, report, query, company }: Pick<Mailing, 'title' | 'report' | 'query'> & { company: string },
  {
    period,
    site,
    sendingId,
    isAttached,
  }: { period: Period; site: string; sendingId: number; isAttached: boolean },
): EmailText {
  const when = isCurrentStateReport(report) ? 'на сегодня' : formatPeriod(period);
  const subject = `${title} ${when}`;
  if (!isAttached)
    return {
      subject,
      paragraphs: [
        `Отчёт компании ${company} «${title}» ${when} готов. Файл слишком велик для письма: скачайте его в кабинете.`,
      ],
      action: { label: 'Скачать файл', url: `${site}/cabinet/mailings?file=${sendingId}` },
      notes: ['Чтобы скачать файл, нужно войти в кабинет компании.'],
    };
  return {
    subject,
    paragraphs: [`Отчёт компании ${company} «${title}» ${when} — во вложении.`],
    action: { label: 'Открыть в кабинете', url: `${site}${getCabinetPath({ report, query }, period)}` },
  };
}
