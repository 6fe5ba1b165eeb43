import { MAIL_LINK_HOURS } from '#contract/emails.ts';
import type { EmailLinks, EmailText, EmailFacts } from './email.ts';

/** The token stands after `#`, so no server and no log on the way sees it. */
export function confirmAddressEmail(_facts: unknown, { site, token, operator }: EmailLinks): EmailText {
  return {
    subject: 'Подтвердите почту',
    paragraphs: [
      `Этот адрес указали в кабинете программы топливных карт «${operator}». Подтвердите его, и мы будем присылать сюда письма о заявках, картах, деньгах и документах вашей компании.`,
    ],
    action: { label: 'Подтвердить почту', url: `${site}/confirm-mail#${token}` },
    notes: [
      `Ссылка действует ${MAIL_LINK_HOURS} часов и срабатывает один раз.`,
      'Если вы не указывали этот адрес, ничего не делайте: без подтверждения писем больше не будет.',
    ],
  };
}

export function erasureDeclinedEmail(
  { reason }: EmailFacts['erasure-declined'],
  { site }: EmailLinks,
): EmailText {
  return {
    subject: 'Просьба удалить ваши данные отклонена',
    paragraphs: [
      `Сейчас мы не можем удалить ваши данные. Причина: ${reason}`,
      'Когда причина отпадёт, попросите об удалении снова. Если вы не согласны, ответьте на это письмо или позвоните нам.',
    ],
    action: { label: 'Открыть «Мои данные»', url: `${site}/cabinet/me` },
    notes: ['Отказ можно обжаловать в Роскомнадзоре или в суде.'],
  };
}
