import type { LetterFacts, LetterLinks, LetterText } from './letter.ts';

export function orderWithdrawnLetter(
  { orderId, reason }: LetterFacts['order-withdrawn'],
  { site }: LetterLinks,
): LetterText {
  return {
    subject: `Заявка № ${orderId} на карты отозвана`,
    paragraphs: [
      `Мы одобрили заявку № ${orderId}, но карт по ней не будет. Причина: ${reason}`,
      'Если счёт за выпуск карт уже оплачен, деньги остались на счёте компании. Если причина непонятна, ответьте на это письмо или позвоните нам.',
    ],
    action: { label: 'Открыть кабинет', url: `${site}/cabinet` },
  };
}
