import type { AcknowledgeableKind } from '#contract/unsettled.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, notFound } from '../../../errors.ts';
import { doOnce, repeatable, type RequestKey } from '../../../http/request-key.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { findObjection } from '../documents/find-objection.ts';
import { findRefusedMessage } from '../edm/find-refused-message.ts';
import { insertAcknowledgement } from '../../networks/commands/insert-acknowledgement.ts';
import { takeTurnToAcknowledge } from '../../networks/commands/take-turn-to-acknowledge.ts';
import { findContradiction } from '../../networks/commands/find-contradiction.ts';
import { findIllegibleCard } from '../../networks/commands/find-illegible-card.ts';
import { findSurplusItem } from '../../orders/orders/find-surplus-item.ts';

export interface Acknowledged {
  kind: AcknowledgeableKind;
  id: number;
  reason: string;
  staffId: number;
  ip: string;
  requestKey: RequestKey | null;
}

/**
 * Marks as read something that a person has to put right outside the portal: it leaves the list and moves no money. Who
 * read it, when and why is stored. Refuses: 404 no such entry; 409 it no longer waits.
 */
export async function acknowledge(ctx: Context, said: Acknowledged): Promise<void> {
  const { kind, id, reason, staffId, ip, requestKey } = said;
  const now = ctx.clock.now();
  await repeatable(ctx, requestKey, () =>
    ctx.db.inSystem((tx) =>
      doOnce(tx, requestKey, now, async () => {
        await takeTurnToAcknowledge(tx);
        const found = await FIND[kind](tx, id);
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

type Found = { waits: boolean; company_id: number | null } | null;

const FIND: Record<AcknowledgeableKind, (tx: Db, id: number) => Promise<Found>> = {
  answer: (tx, id) => findContradiction(tx, 'answer', id),
  card: findIllegibleCard,
  letter: findRefusedMessage,
  objection: findObjection,
  resale: (tx, id) => findContradiction(tx, 'resale', id),
  stray: (tx, id) => findContradiction(tx, 'stray', id),
  surplus: findSurplusItem,
};
