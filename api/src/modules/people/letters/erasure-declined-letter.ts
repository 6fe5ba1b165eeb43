import type { LetterFacts, LetterLinks, LetterText } from './letter.ts';

export function erasureDeclinedLetter(
  { reason }: LetterFacts['erasure-declined'],
  { site }: LetterLinks,
): LetterText {
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
