import { z } from 'zod';
import type { MessageProgress } from './edm-operator.ts';

const attachment = z.object({
  Тип: z.string().nullish(),
  Направление: z.string().nullish(),
  Файл: z.object({ Имя: z.string().nullish(), ДвоичныеДанные: z.string().nullish() }).nullish(),
});

/** What is used of СБИС's «Документ». */
export const sbisDocument = z.object({
  Идентификатор: z.string().min(1),
  Удален: z.string().nullish(),
  Состояние: z
    .object({
      Код: z.union([z.string(), z.number()]).transform(String),
      Название: z.string().nullish(),
      Примечание: z.string().nullish(),
    })
    .nullish(),
  Вложение: z.array(attachment).default([]),
});

export type SbisDocument = z.output<typeof sbisDocument>;

/**
 * Codes of a document's state. What has no code of its own there, an annulment, is told by its name alone, as СБИС's page
 * about states lists them.
 */
const CODES: Readonly<Record<string, MessageProgress['state']>> = {
  0: 'sent',
  3: 'sent',
  4: 'delivered',
  7: 'signed',
  8: 'refused',
};

export function sbisProgress(document: SbisDocument): MessageProgress {
  const { Идентификатор: messageId, Состояние: state } = document;
  const name = (state?.Название ?? '').toLowerCase();
  const why = state?.Примечание?.trim().slice(0, 500);
  if (document.Удален === 'Да' || name.startsWith('удален') || name.startsWith('удалён'))
    return { state: 'failed', messageId, reason: 'Документ удалён в СБИС', gone: true };
  if (name.startsWith('аннулирован'))
    return { state: 'cancelled', messageId, reason: 'Документ аннулирован по соглашению сторон', gone: true };
  if (name.startsWith('отозван') || name.includes('аннулирование'))
    return { state: 'cancelling', messageId, reason: 'Предложено аннулировать документ' };
  if (name.includes('разноглас') || name.includes('расхожден'))
    return {
      state: 'disagreed',
      messageId,
      reason: 'Клиент подписал с разногласиями',
      ...answerOf(document),
    };
  const known = CODES[state?.Код ?? '0'] ?? 'sent';
  if (known === 'refused') return { state: known, messageId, reason: why || 'В подписи отказано' };
  return { state: known, messageId };
}

/** The buyer's title, by the name that its form gives it. */
function answerOf({ Вложение: attachments }: SbisDocument): { answer?: Buffer } {
  const title = attachments.find(({ Файл: file }) => /^ON_(AKTSVERPOL|NSCHFDOPPOK)_/.test(file?.Имя ?? ''));
  const data = title?.Файл?.ДвоичныеДанные;
  return data ? { answer: Buffer.from(data, 'base64') } : {};
}
