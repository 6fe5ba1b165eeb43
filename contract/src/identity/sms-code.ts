import { z } from 'zod';
import { SMS_CODE_LENGTH } from '../limits.ts';

export const SMS_MESSAGES = {
  required: 'Укажите код из СМС',
  malformed: `Код состоит из ${SMS_CODE_LENGTH} цифр`,
  wrong: 'Неверный код из СМС',
  expired: 'Срок действия кода истёк. Запросите новый код',
  used: 'Этот код уже использован. Для новой операции запросите новый код',
  exhausted: 'Слишком много неверных попыток. Запросите новый код',
};

/**
 * Purposes that a code may confirm (docs/calls.md 3). A call that names no purpose gets a code for any one operation.
 */
export const SMS_PURPOSES = [
  'order',
  'transfer',
  'payout',
  'transfers',
  'payouts',
  'document',
  'objection',
  'edm',
  'access',
] as const;
export type SmsPurpose = (typeof SMS_PURPOSES)[number];

/** Returns null when the code is well formed, otherwise the Russian sentence. */
function smsCodeProblem(code: string): string | null {
  if (code.trim() === '') return SMS_MESSAGES.required;
  return new RegExp(`^\\d{${SMS_CODE_LENGTH}}$`).test(code.trim()) ? null : SMS_MESSAGES.malformed;
}

export const smsCodeField = z
  .union([z.string().max(40, SMS_MESSAGES.malformed), z.number()], { error: SMS_MESSAGES.required })
  .transform((value, context) => {
    // A JSON number loses the leading zeros of a code, so they are restored.
    const code = typeof value === 'number' ? String(value).padStart(SMS_CODE_LENGTH, '0') : value.trim();
    const message = smsCodeProblem(code);
    if (message) context.addIssue({ code: 'custom', message });
    return code;
  });
