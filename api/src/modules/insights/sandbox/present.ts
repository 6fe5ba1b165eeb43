import type { z } from 'zod';
import type { sandboxState } from '#contract/companies/sandbox.ts';
import { toRubles, type Kopecks } from '#contract/kopecks.ts';
import type { Sandbox, SandboxCard } from './sandbox-state.ts';

export function presentSandbox(
  { title, madeAt, clockAt, isSilent }: Sandbox,
  { cards, unallocated }: { cards: readonly SandboxCard[]; unallocated: Kopecks },
): z.input<typeof sandboxState> {
  return {
    title,
    made_at: madeAt.toISOString(),
    now: clockAt.toISOString(),
    silent: isSilent,
    unallocated: toRubles(unallocated),
    cards: presentTestCards(cards),
  };
}

export function presentTestCards(cards: readonly SandboxCard[]): z.input<typeof sandboxState>['cards'] {
  return cards.map(({ id, number, statusId, balance }) => ({
    id,
    card_number: number,
    status_id: statusId,
    card_sum: toRubles(balance),
  }));
}
