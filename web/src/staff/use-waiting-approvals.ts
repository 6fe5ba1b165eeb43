import type { z } from 'zod';
import { listApprovals, type approval, type ApprovalSubject } from '#contract/approvals.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { useRead } from '../state/use-call.ts';

export type Approval = z.infer<typeof approval>;

export const ALREADY_PROPOSED = 'Это уже предложено и ждёт второго сотрудника';

const REFRESH_MS = 15_000;

/** Proposals about such things, or about one of them, that wait for a second member. */
export function useWaitingApprovals(about: ApprovalSubject, id?: number): readonly Approval[] {
  const read = useRead(
    listApprovals,
    { query: { state: 'waiting', about, about_id: id } },
    { refetchMs: REFRESH_MS },
  );
  return read.data?.data ?? NONE;
}

const NONE: readonly Approval[] = [];

/** Returns the approvals about one item. */
export function findWaiting(approvals: readonly Approval[], id: number): readonly Approval[] {
  return approvals.filter(({ about }) => about.id === id);
}

/** Why a call can't be proposed again; null where no proposal of it waits. */
export function proposedProblem(
  approvals: readonly Approval[],
  ...endpoints: readonly AnyEndpoint[]
): string | null {
  return approvals.some(({ deed: action }) => endpoints.some(({ name }) => name === action))
    ? ALREADY_PROPOSED
    : null;
}
