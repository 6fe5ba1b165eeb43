import { MAIL_LINK_HOURS } from '#contract/letters.ts';
import type { LetterLinks, LetterText } from './letter.ts';

/** The token stands after `#`, so no server and no log on the way sees it. */
export function confirmAddressLetter(_facts: unknown, { site, token, operator }: LetterLinks): LetterText {
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
