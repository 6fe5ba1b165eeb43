import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { EdmMessageState } from './edm-messages.ts';
import { lockAnnulment, recordAnnulment, type AnnulledMessage } from './annulment-store.ts';

interface AnnulmentInput {
  documentId: number;
  userId: number;
  ip: string;
}

/**
 * States in which the client has the document. Before that a document is withdrawn here, and after a refusal there is
 * nothing to annul.
 */
const CAN_BE_ANNULLED: ReadonlySet<EdmMessageState> = new Set(['delivered', 'signed', 'disagreed']);

/**
 * Records that the programme wants a document annulled. A person signs the proposal at the operator, like every
 * document (decision 78). From then on the operator's news report the progress. Refuses: 404 not sent by EDM; 409 it
 * can't be annulled now, or is proposed already.
 */
export async function proposeAnnulment(
  ctx: Context,
  input: AnnulmentInput & { reason: string },
): Promise<void> {
  const { reason } = input;
  await change(ctx, input, async (tx, message, now) => {
    if (message.state === 'cancelling' || message.reason !== null)
      throw conflict('Аннулирование уже предложено');
    if (!CAN_BE_ANNULLED.has(message.state))
      throw conflict('Аннулировать можно документ, который у клиента: доставленный или подписанный');
    const { companyId } = message;
    await recordAnnulment(tx, { companyId, documentId: input.documentId, proposed: { reason, at: now } });
    return { what: 'edm-annulment-proposed', details: { documentId: input.documentId, reason } };
  });
}

/**
 * Takes the proposal back before it is signed. Refuses: 404, and 409 if there is none, or the client has it already.
 */
export async function dropAnnulment(ctx: Context, input: AnnulmentInput): Promise<void> {
  await change(ctx, input, async (tx, message) => {
    if (message.state === 'cancelling') throw conflict('Предложение уже у клиента: отозвать его нельзя');
    if (message.reason === null) throw conflict('Предложения аннулировать нет');
    const { companyId } = message;
    await recordAnnulment(tx, { companyId, documentId: input.documentId, proposed: null });
    return {
      what: 'edm-annulment-dropped',
      details: { documentId: input.documentId, reason: message.reason },
    };
  });
}

interface Recorded {
  what: 'edm-annulment-proposed' | 'edm-annulment-dropped';
  details: Record<string, unknown>;
}

async function change(
  ctx: Context,
  { documentId, userId, ip }: AnnulmentInput,
  decide: (tx: Db, message: AnnulledMessage, now: Date) => Promise<Recorded>,
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const message = await lockAnnulment(tx, documentId);
    if (!message) throw notFound('Документ не отправлялся через ЭДО');
    const { what, details } = await decide(tx, message, now);
    await recordEvent(tx, { at: now, what, userId, companyId: message.companyId, ip, details });
  });
}
