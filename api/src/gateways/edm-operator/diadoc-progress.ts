import { z } from 'zod';
import type { MessageProgress } from './edm-operator.ts';

/** The fields about a message's document that are used (Diadoc's `Message` and `Document`). */
export const diadocMessage = z.object({
  MessageId: z.string().min(1),
  IsDraft: z.boolean().default(false),
  DraftIsRecycled: z.boolean().default(false),
  DraftIsTransformedToMessageIdList: z.array(z.string()).default([]),
  IsDeleted: z.boolean().default(false),
  Entities: z
    .array(
      z.object({
        AttachmentType: z.string().nullish(),
        Content: z.object({ Data: z.string().nullish() }).nullish(),
        DocumentInfo: z
          .object({
            RecipientResponseStatus: z.string().default(''),
            RevocationStatus: z.string().default(''),
            RoamingNotificationStatus: z.string().default(''),
            RoamingNotificationStatusDescription: z.string().nullish(),
            DeliveryTimestampTicks: z.union([z.number(), z.string()]).nullish(),
          })
          .nullish(),
      }),
    )
    .default([]),
});

type DiadocMessage = z.output<typeof diadocMessage>;

/** The other end of a proposal to annul: what was refused leaves the document as it is. */
const REVOCATIONS: Readonly<Record<string, { state: 'cancelling' | 'cancelled'; reason: string }>> = {
  RevocationIsRequestedByMe: { state: 'cancelling', reason: 'Мы предложили аннулировать документ' },
  RequestsMyRevocation: { state: 'cancelling', reason: 'Клиент предлагает аннулировать документ' },
  RevocationAccepted: { state: 'cancelled', reason: 'Документ аннулирован по соглашению сторон' },
};

/** The buyer's title of a formalised document. */
function findBuyerTitle({ Entities }: DiadocMessage): { answer?: Buffer } {
  const title = Entities.find(({ AttachmentType }) => /(Buyer|Recipient)Title$/.test(AttachmentType ?? ''));
  return title?.Content?.Data ? { answer: Buffer.from(title.Content.Data, 'base64') } : {};
}

/** The text of «Уведомление об уточнении», or of a refusal without a form; null where the operator hands out neither. */
function readRefusal({ Entities }: DiadocMessage): string | null {
  const input = Entities.find(({ AttachmentType }) =>
    /^(Xml)?Signature(Request)?Rejection$/.test(AttachmentType ?? ''),
  );
  if (!input?.Content?.Data) return null;
  const bytes = Buffer.from(input.Content.Data, 'base64');
  const head = bytes.subarray(0, 100).toString('latin1');
  const text = new TextDecoder(/windows-1251/i.test(head) ? 'windows-1251' : 'utf-8').decode(bytes);
  const reason = head.startsWith('<')
    ? (/<ТекстУведУточ>([^<]*)</.exec(text)?.[1] ?? /ТекстУведУточ="([^"]*)"/.exec(text)?.[1] ?? '')
    : text;
  return reason.trim().slice(0, MAX_REASON_LENGTH) || null;
}

const MAX_REASON_LENGTH = 500;

/** A draft becomes another message when the operator's person signs and sends it. */
export function getSuccessor(message: DiadocMessage): string | null {
  return message.DraftIsTransformedToMessageIdList[0] ?? null;
}

/** Reads the progress from fields meant for programs only. Diadoc's status text is for display (docs/facts.md 5). */
export function diadocProgress(message: DiadocMessage): MessageProgress {
  const messageId = message.MessageId;
  const end = (
    state: 'refused' | 'cancelling' | 'cancelled' | 'failed',
    reason: string,
  ): MessageProgress => ({
    state,
    messageId,
    reason,
  });
  const endAsGone = (reason: string): MessageProgress => ({ ...end('failed', reason), gone: true });
  if (message.IsDeleted) return endAsGone('Документ удалён в Диадоке');
  if (message.IsDraft)
    return message.DraftIsRecycled
      ? endAsGone('Черновик удалён в Диадоке и не отправлен')
      : { state: 'sent', messageId };
  const document = message.Entities.find((entity) => entity.DocumentInfo)?.DocumentInfo;
  if (!document) return { state: 'sent', messageId };
  const revocation = REVOCATIONS[document.RevocationStatus];
  if (revocation?.state === 'cancelled') return { ...end('cancelled', revocation.reason), gone: true };
  if (revocation) return end(revocation.state, revocation.reason);
  switch (document.RecipientResponseStatus) {
    case 'WithRecipientSignature':
      return { state: 'signed', messageId };
    case 'WithRecipientPartiallySignature':
      return {
        state: 'disagreed',
        messageId,
        reason: 'Клиент подписал с разногласиями',
        ...findBuyerTitle(message),
      };
    case 'RecipientSignatureRequestRejected':
      return end('refused', readRefusal(message) ?? 'В подписи отказано, причина указана в Диадоке');
    case 'InvalidRecipientSignature':
      return end('failed', 'Подпись получателя неверна');
  }
  if (document.RoamingNotificationStatus === 'RoamingNotificationStatusError') {
    const why = document.RoamingNotificationStatusDescription?.trim();
    return endAsGone(why ? `Не доставлен в роуминг: ${why}`.slice(0, 500) : 'Не доставлен в роуминг');
  }
  return { state: Number(document.DeliveryTimestampTicks ?? 0) > 0 ? 'delivered' : 'sent', messageId };
}
