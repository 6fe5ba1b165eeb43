import { z } from 'zod';
import type { MessageProgress } from './edm-operator.ts';

const attachment = z.object({
  Тип: z.string().nullish(),
  Направление: z.string().nullish(),
  Файл: z.object({ Имя: z.string().nullish(), ДвоичныеДанные: z.string().nullish() }).nullish(),
});

/** Used fields of СБИС's «Документ». */
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
 * Codes of a document's state (docs/facts.md 5: where each was found). A request to annul is recognised by its name,
 * which is that of the last version.
 */
const CODES: Readonly<Record<string, MessageProgress['state']>> = {
  0: 'sent',
  3: 'sent',
  4: 'delivered',
  7: 'signed',
  8: 'refused',
  15: 'cancelling',
  16: 'cancelled',
  21: 'signed',
};

const THEIR_REQUEST = 'Клиент предлагает аннулировать документ';
const OUR_REQUEST = 'Мы предложили аннулировать документ';

export function sbisProgress(document: SbisDocument): MessageProgress {
  const { Идентификатор: messageId, Состояние: state } = document;
  const name = (state?.Название ?? '').toLowerCase().replaceAll('ё', 'е');
  const why = state?.Примечание?.trim().slice(0, 500);
  const known = CODES[state?.Код ?? '0'] ?? 'sent';
  // «Удалено» is a deletion, «Удален контрагентом» the other side's request to annul what has not been approved yet.
  if (document.Удален === 'Да' || name.startsWith('удалено'))
    return { state: 'failed', messageId, reason: 'Документ удалён в СБИС', gone: true };
  if (name.startsWith('аннулирован') || known === 'cancelled')
    return { state: 'cancelled', messageId, reason: 'Документ аннулирован по соглашению сторон', gone: true };
  if (name.startsWith('отозван мной')) return { state: 'cancelling', messageId, reason: OUR_REQUEST };
  if (name.startsWith('удален контрагентом') || name.startsWith('отозван') || known === 'cancelling')
    return { state: 'cancelling', messageId, reason: THEIR_REQUEST };
  if (name.includes('аннулирование'))
    return { state: 'cancelling', messageId, reason: 'Предложено аннулировать документ' };
  if (name.includes('разноглас') || name.includes('расхожден'))
    return {
      state: 'disagreed',
      messageId,
      reason: 'Клиент подписал с разногласиями',
      ...findBuyerTitle(document),
    };
  if (known === 'refused') return { state: known, messageId, reason: why || 'В подписи отказано' };
  return { state: known, messageId };
}

/** Finds the buyer's title by the file name that its form demands. */
function findBuyerTitle({ Вложение: attachments }: SbisDocument): { answer?: Buffer } {
  const title = attachments.find(({ Файл: file }) => /^ON_(AKTSVERPOL|NSCHFDOPPOK)_/.test(file?.Имя ?? ''));
  const data = title?.Файл?.ДвоичныеДанные;
  return data ? { answer: Buffer.from(data, 'base64') } : {};
}
