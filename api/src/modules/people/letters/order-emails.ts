import { counted, plural } from '#contract/counted.ts';
import type { EmailFacts, EmailLinks, EmailText } from './email.ts';

export function authorityDecidedEmail(
  { reason }: EmailFacts['authority-decided'],
  { site }: EmailLinks,
): EmailText {
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
export function cardsReadyEmail(facts: EmailFacts['cards-ready'], { site }: EmailLinks): EmailText {
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

export function orderRejectedEmail(
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

export function orderWithdrawnEmail(
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
