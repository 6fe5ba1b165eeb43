import type { z } from 'zod';
import { UNSETTLED_KINDS, UNSETTLED_MOST, type unsettled, type UnsettledKind } from '#contract/unsettled.ts';
import type { Context } from '../../../context.ts';
import type { WordedMatter } from '../../cards/commands/matter-kind.ts';
import { UNCLEAR_AFTER_SECONDS } from '../../cards/commands/unclear-movement.ts';
import { MATTER_KINDS } from './matter-kinds.ts';

interface MatterList {
  newest: z.input<typeof unsettled>[];
  /** How many there are of each kind, shown or not. */
  totals: Record<UnsettledKind, number>;
}

/** Everything that waits for a person, or one kind of it, newest first, at most as many as a screen shows. */
export async function listMatters(ctx: Context, wanted: UnsettledKind | undefined): Promise<MatterList> {
  const askedBefore = new Date(ctx.clock.now().getTime() - UNCLEAR_AFTER_SECONDS * 1000);
  const lists = await Promise.all(
    UNSETTLED_KINDS.map(async (kind) => ({
      kind,
      ...(await MATTER_KINDS[kind].list(ctx.db.system, askedBefore)),
    })),
  );
  const newest = lists
    .filter(({ kind }) => wanted === undefined || kind === wanted)
    .flatMap((list) => list.newest.map((matter) => ({ kind: list.kind, matter })))
    .sort((one, other) => other.matter.since.getTime() - one.matter.since.getTime())
    .slice(0, UNSETTLED_MOST);
  return {
    newest: newest.map(({ kind, matter }) => present(kind, matter)),
    totals: Object.fromEntries(lists.map(({ kind, total }) => [kind, total])) as MatterList['totals'],
  };
}

function present(kind: UnsettledKind, matter: WordedMatter): z.input<typeof unsettled> {
  return {
    kind,
    id: matter.id,
    since: matter.since.toISOString(),
    partner: matter.partner,
    company: matter.company,
    card_number: matter.cardNumber,
    asked: matter.asked,
    attempts: matter.attempts,
    last_word: matter.lastWord && {
      said: matter.lastWord.said,
      heard_at: matter.lastWord.heardAt.toISOString(),
    },
    problem: matter.problem ?? null,
    details: matter.details ?? [],
    compared: matter.compared,
    deeds: [...matter.deeds],
  };
}
