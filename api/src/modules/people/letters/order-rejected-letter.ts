import type { LetterFacts, LetterLinks, LetterText } from './letter.ts';

export function orderRejectedLetter(
  { orderId, reason }: LetterFacts['order-rejected'],
  { site }: LetterLinks,
): LetterText {
  return {
    subject: `Заявка № ${orderId} на карты отклонена`,
    paragraphs: [
      `Мы не можем выпустить карты по заявке № ${orderId}. Причина: ${reason}`,
      'Если это можно исправить, оформите новую заявку. Если причина непонятна, ответьте на это письмо или позвоните нам.',
    ],
    action: { label: 'Открыть кабинет', url: `${site}/cabinet` },
  };
}
