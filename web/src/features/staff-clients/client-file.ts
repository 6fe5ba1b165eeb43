import type { z } from 'zod';
import type { clientFile } from '#contract/clients.ts';

export type ClientFile = z.infer<typeof clientFile>;

export function nameOf({
  firstname,
  lastname,
}: {
  firstname: string | null;
  lastname: string | null;
}): string {
  return [firstname, lastname].filter(Boolean).join(' ') || 'Без имени';
}

export const ROLE_WORDS = {
  none: 'Без роли',
  specialist: 'Специалист',
  manager: 'Менеджер',
  admin: 'Администратор',
} as const;
