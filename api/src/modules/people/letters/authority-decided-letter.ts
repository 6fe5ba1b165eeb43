import type { LetterFacts, LetterLinks, LetterText } from './letter.ts';

export function authorityDecidedLetter(
  { reason }: LetterFacts['authority-decided'],
  { site }: LetterLinks,
): LetterText {
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
