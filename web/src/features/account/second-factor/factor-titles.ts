import type { FactorKind } from '#contract/identity/second-factor.ts';

export const KIND_TITLE: Record<FactorKind | 'recovery', string> = {
  passkey: 'Ключ доступа',
  totp: 'Приложение с кодами',
  recovery: 'Код восстановления',
};
