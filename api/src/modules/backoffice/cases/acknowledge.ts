import type { AcknowledgeableKind } from '#contract/money/unsettled.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { doOnce, repeatable, type RequestKey } from '../../../http/request-key.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { insertAcknowledgement, takeTurnToAcknowledge } from '../../cards/commands/acknowledgements.ts';
import { CASE_KINDS } from './case-kinds.ts';

export interface Acknowledged {
  kind: AcknowledgeableKind;
  id: number;
  reason: string;
  staffId: number;
  ip: string;
  requestKey: RequestKey | null;
}

/**
 * Marks as read a case that a person has to fix outside the portal: the case leaves the list and moves no money. The
 * reader, the time and the reason are stored. Refuses: 404 no such entry; 409 it no longer waits.
 */
export async function acknowledge(ctx: Context, input: Acknowledged): Promise<void> {
  const { kind, id, reason, staffId, ip, requestKey } = input;
  const now = ctx.clock.now();
  await repeatable(ctx, requestKey, () =>
    ctx.db.inSystem((tx) =>
      doOnce(tx, requestKey, now, async () => {
        await takeTurnToAcknowledge(tx);
        const found = await CASE_KINDS[kind].findUnread(tx, id);
        if (!found) throw notFound('Запись не найдена');
        if (!found.waits) throw conflict('Это уже прочитано или исправлено');
        await insertAcknowledgement(tx, { kind, id, reason, staffId, now });
        await recordEvent(tx, {
          at: now,
          what: 'acknowledged',
          userId: staffId,
          companyId: found.company_id ?? undefined,
          ip,
          details: { kind, id, reason },
        });
        return null;
      }),
    ),
  );
}
