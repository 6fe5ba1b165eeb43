import type { EmailFacts, EmailKind, EmailLinks, EmailText } from './email.ts';
import { monthDocumentsEmail } from './month-documents-email.ts';
import { noticeEmail } from './notice-email.ts';
import { securityEmail } from './security-email.ts';
import { MAIL_LINK_HOURS } from '#contract/messaging/emails.ts';
import { counted, plural } from '#contract/values/counted.ts';

function authorityDecidedEmail({ reason }: EmailFacts['authority-decided'], { site }: EmailLinks): EmailText {
  if (reason === null) {
    return {
      subject: 'Полномочия администратора подтверждены',
      paragraphs: [
        'Мы проверили документ: вы можете действовать от имени компании в топливной программе.',
        'Теперь вы можете открывать коллегам доступ с любой ролью.',
      ],
      action: { label: 'Открыть кабинет', url: `${site}/cabinet/permissions` },
    };
  }
  return {
    subject: 'Документ о полномочиях не принят',
    paragraphs: [
      `Мы не смогли подтвердить ваши полномочия по этому документу. Причина: ${reason}`,
      'Пришлите другой документ в кабинете. Если причина непонятна, ответьте на это письмо или позвоните нам.',
    ],
    action: { label: 'Прислать другой документ', url: `${site}/cabinet/permissions` },
  };
}

/** Spec section 2, "Order created": «Дождитесь письма о готовности ваших карт на e-mail». */
function cardsReadyEmail(facts: EmailFacts['cards-ready'], { site }: EmailLinks): EmailText {
  const { orderId, cards } = facts;
  return {
    subject: `Карты по заявке № ${orderId} готовы`,
    paragraphs: [
      `По заявке № ${orderId} ${plural(cards, ['выпущена', 'выпущено', 'выпущено'])} ${counted(cards, ['карта', 'карты', 'карт'])}. ${cards === 1 ? 'Она уже' : 'Они уже'} в личном кабинете.`,
      'Чтобы заправляться, выберите для каждой карты виды топлива и переведите на неё деньги.',
    ],
    action: { label: 'Открыть карты', url: `${site}/cabinet` },
  };
}

function orderRejectedEmail(
  { orderId, reason }: EmailFacts['order-rejected'],
  { site }: EmailLinks,
): EmailText {
  return {
    subject: `Заявка № ${orderId} на карты отклонена`,
    paragraphs: [
      `Мы не можем выпустить карты по заявке № ${orderId}. Причина: ${reason}`,
      'Если это можно исправить, оформите новую заявку. Если причина непонятна, ответьте на это письмо или позвоните нам.',
    ],
    action: { label: 'Открыть кабинет', url: `${site}/cabinet` },
  };
}

function orderWithdrawnEmail(
  { orderId, reason }: EmailFacts['order-withdrawn'],
  { site }: EmailLinks,
): EmailText {
  return {
    subject: `Заявка № ${orderId} на карты отозвана`,
    paragraphs: [
      `Мы одобрили заявку № ${orderId}, но карт по ней не будет. Причина: ${reason}`,
      'Если счёт за выпуск карт уже оплачен, деньги остались на счёте компании. Если причина непонятна, ответьте на это письмо или позвоните нам.',
    ],
    action: { label: 'Открыть кабинет', url: `${site}/cabinet` },
  };
}

/** The token stands after `#`, so no server and no log on the way sees it. */
function confirmAddressEmail(_facts: unknown, { site, token, operator }: EmailLinks): EmailText {
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

function erasureDeclinedEmail({ reason }: EmailFacts['erasure-declined'], { site }: EmailLinks): EmailText {
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

/** The catalogue of all emails that the programme sends, one file each. */
export const EMAIL_TEXTS: {
  [Kind in EmailKind]: (facts: EmailFacts[Kind], links: EmailLinks) => EmailText;
} = {
  'confirm-address': confirmAddressEmail,
  'cards-ready': cardsReadyEmail,
  'order-rejected': orderRejectedEmail,
  'order-withdrawn': orderWithdrawnEmail,
  'authority-decided': authorityDecidedEmail,
  'erasure-declined': erasureDeclinedEmail,
  'month-documents': monthDocumentsEmail,
  security: securityEmail,
  'order-approved': noticeEmail,
  'topped-up': noticeEmail,
  'cards-sent': noticeEmail,
  'balance-corrected': noticeEmail,
  'low-balance': noticeEmail,
  debt: noticeEmail,
  'company-blocked': noticeEmail,
  'payment-due': noticeEmail,
  'debt-reminder': noticeEmail,
  'movement-failed': noticeEmail,
  'movement-unclear': noticeEmail,
  'card-blocked': noticeEmail,
  purchase: noticeEmail,
  decline: noticeEmail,
  'exception-asked': noticeEmail,
  'month-complete': noticeEmail,
  'objection-answered': noticeEmail,
  'dispute-answered': noticeEmail,
  'webhook-stopped': noticeEmail,
  signals: noticeEmail,
  'mailing-stopped': noticeEmail,
  'staff-urgent': noticeEmail,
  'staff-waits': noticeEmail,
  'notices-gathered': noticeEmail,
};
