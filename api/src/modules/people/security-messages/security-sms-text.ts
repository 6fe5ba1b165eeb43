import type { SecurityFacts } from '../letters/letter.ts';
import { momentWords } from '../letters/security-letter.ts';

/** Null for what is told by letter alone. */
export function securitySmsText(facts: SecurityFacts): string | null {
  const words = wordsOf(facts);
  return words && `${words}. Если это не вы, позвоните нам`;
}

function wordsOf(facts: SecurityFacts): string | null {
  if (facts.event === 'new-device')
    return `вход в кабинет с нового устройства, ${facts.device}, ${momentWords(facts.at)}`;
  if (facts.event === 'mail-changed') return `в кабинете указана другая почта, ${facts.to}`;
  if (facts.event === 'phone-change-allowed')
    return `этот телефон назван потерянным, с ${momentWords(facts.at)} вход будет по номеру ${facts.to}. Отменить: войдите в кабинет, раздел «Безопасность»`;
  if (facts.event === 'phone-changed') return `телефон для входа изменён на ${facts.to}`;
  return null;
}
