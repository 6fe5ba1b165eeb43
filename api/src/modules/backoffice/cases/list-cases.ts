import type { z } from 'zod';
import {
  UNSETTLED_KINDS,
  MAX_UNSETTLED,
  type unsettled,
  type UnsettledKind,
} from '#contract/money/unsettled.ts';
import type { Context } from '../../../context.ts';
import type { DescribedCase } from '../../cards/commands/cases.ts';
import { UNCLEAR_AFTER_SECONDS } from '../../cards/commands/unclear-movement.ts';
import { CASE_KINDS } from './case-kinds.ts';

interface CaseList {
  newest: z.input<typeof unsettled>[];
  /** Number of cases of each kind, shown or not. */
  totals: Record<UnsettledKind, number>;
}

/** Lists the cases that wait for a person, of all kinds or of one, newest first, as many as a screen shows. */
export async function listCases(ctx: Context, wanted: UnsettledKind | undefined): Promise<CaseList> {
  const askedBefore = new Date(ctx.clock.now().getTime() - UNCLEAR_AFTER_SECONDS * 1000);
  const lists = await Promise.all(
    UNSETTLED_KINDS.map(async (kind) => ({
      kind,
      ...(await CASE_KINDS[kind].list(ctx.db.system, askedBefore)),
    })),
  );
  const newest = lists
    .filter(({ kind }) => wanted === undefined || kind === wanted)
    .flatMap((list) => list.newest.map((staffCase) => ({ kind: list.kind, matter: staffCase })))
    .sort((a, b) => b.matter.since.getTime() - a.matter.since.getTime())
    .slice(0, MAX_UNSETTLED);
  return {
    newest: newest.map(({ kind, matter: staffCase }) => present(kind, staffCase)),
    totals: Object.fromEntries(lists.map(({ kind, total }) => [kind, total])) as CaseList['totals'],
  };
}

function present(kind: UnsettledKind, staffCase: DescribedCase): z.input<typeof unsettled> {
  return {
    kind,
    id: staffCase.id,
    since: staffCase.since.toISOString(),
    partner: staffCase.partner,
    company: staffCase.company,
    card_number: staffCase.cardNumber,
    asked: staffCase.asked,
    attempts: staffCase.attempts,
    last_word: staffCase.lastWord && {
      said: staffCase.lastWord.text,
      heard_at: staffCase.lastWord.heardAt.toISOString(),
    },
    problem: staffCase.problem ?? null,
    details: staffCase.details ?? [],
    compared: staffCase.compared,
    deeds: [...staffCase.deeds],
  };
}
