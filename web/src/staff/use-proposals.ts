import { useMemo } from 'react';
import type { z } from 'zod';
import { listApprovals, type approval, type ApprovalSubject } from '#contract/identity/approvals.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { StaffAction } from '#contract/staff-access.ts';
import { useRead } from '../state/use-call.ts';
import { useStaffProblem } from './use-staff-problem.ts';

export type Approval = z.infer<typeof approval>;

/** A thing that a proposal may be about: its id, or what identifies it beside or instead of one. */
type ProposalSubject = number | Readonly<Record<string, string | number | null>>;

export interface Proposals {
  /** Lists the proposals that wait for a second member, of one thing and one call where these are given. */
  waiting: (thing?: ProposalSubject, call?: AnyEndpoint) => readonly Approval[];
  /** Returns why the member can't make the call about a thing: the role, or a proposal that waits; null if he can. */
  problem: (call: AnyEndpoint, thing?: ProposalSubject) => string | null;
}

const ALREADY_PROPOSED = 'Это уже предложено и ждёт второго сотрудника';
const REFRESH_MS = 15_000;
const ANY_SUBJECT: ProposalSubject = {};
const NONE: readonly Approval[] = [];

/**
 * Reads the waiting proposals about such things, or about one of them, for screens that show or change them. `right` is
 * what the changes take.
 */
export function useProposals(about: ApprovalSubject, right: StaffAction, id?: number): Proposals {
  const notInRole = useStaffProblem(right);
  const read = useRead(
    listApprovals,
    { query: { state: 'waiting', about, about_id: id } },
    { refetchMs: REFRESH_MS },
  );
  const approvals = read.data?.data ?? NONE;
  return useMemo(() => {
    const waiting: Proposals['waiting'] = (thing = ANY_SUBJECT, call) =>
      approvals.filter((item) => isAbout(item, thing) && (!call || item.deed === call.name));
    return {
      waiting,
      problem: (call, thing) => notInRole ?? (waiting(thing, call).length > 0 ? ALREADY_PROPOSED : null),
    };
  }, [approvals, notInRole]);
}

/** A field of a form that is left empty is the same as one that the proposal has not. */
function isAbout({ about: { id, key } }: Approval, thing: ProposalSubject): boolean {
  if (typeof thing === 'number') return id === thing;
  return Object.entries(thing).every(([name, value]) => String(key?.[name] ?? '') === String(value ?? ''));
}
