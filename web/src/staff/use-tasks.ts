import { useMemo } from 'react';
import type { z } from 'zod';
import {
  releaseCases,
  releasePayments,
  releaseRequests,
  takeCases,
  takePayments,
  takeRequests,
  type taskOwner,
} from '#contract/backoffice/tasks.ts';
import { listPayments } from '#contract/money/bank.ts';
import { listUnsettled } from '#contract/money/unsettled.ts';
import { UNSETTLED_KINDS, type UnsettledKind } from '#contract/money/unsettled-kinds.ts';
import { listRequests, readRequest } from '#contract/orders/staff-requests.ts';
import type { FilterField } from '../tables/FilterBar.tsx';
import type { MenuAction } from '../ui/layers/ActionMenu.tsx';
import { nameOfPerson } from './name-of-person.ts';
import { useStaffAction } from './use-staff-action.ts';

export type TaskOwner = z.infer<typeof taskOwner>;

/** A row of a list that a member of staff may take. */
type Task = { id: number; owner: TaskOwner };

const CALLS = {
  request: { take: takeRequests, release: releaseRequests, lists: [listRequests, readRequest] },
  payment: { take: takePayments, release: releasePayments, lists: [listPayments] },
} as const;

/** Takes tasks of a kind and gives them back. Colleagues see who works on what. */
export function useTasks(kind: keyof typeof CALLS) {
  const { take: takeCall, release: releaseCall, lists } = CALLS[kind];
  const take = useStaffAction(takeCall, { name: 'Взять в работу', refresh: lists });
  const release = useStaffAction(releaseCall, { name: 'Отдать', refresh: lists });
  const { mutate: sendTake } = take;
  const { mutate: sendRelease } = release;
  const act: TaskActions = useMemo(
    () => ({
      take: (ids) => sendTake({ body: { ids: [...ids] } }),
      release: (ids) => sendRelease({ body: { ids: [...ids] } }),
    }),
    [sendTake, sendRelease],
  );
  return {
    /** Always the same object. */
    act,
    isPending: take.isPending || release.isPending,
    error: take.error ?? release.error,
  };
}

/** Takes cases of «Разбор» and gives them back; a case is named by its `caseNumber`. */
export function useCaseTasks(): Tasks {
  const refresh = [listUnsettled];
  const take = useStaffAction(takeCases, { name: 'Взять в работу', refresh });
  const release = useStaffAction(releaseCases, { name: 'Отдать', refresh });
  const { mutate: sendTake } = take;
  const { mutate: sendRelease } = release;
  const act: TaskActions = useMemo(
    () => ({
      take: (numbers) => sendTake({ body: { cases: numbers.map(toCase) } }),
      release: (numbers) => sendRelease({ body: { cases: numbers.map(toCase) } }),
    }),
    [sendTake, sendRelease],
  );
  return { act, isPending: take.isPending || release.isPending, error: take.error ?? release.error };
}

/** Returns a number that is one case’s alone: ids of two kinds may be the same, and a table selects rows by numbers. */
export function caseNumber({ kind, id }: { kind: UnsettledKind; id: number }): number {
  return id * UNSETTLED_KINDS.length + UNSETTLED_KINDS.indexOf(kind);
}

function toCase(number: number): { kind: UnsettledKind; id: number } {
  const place = number % UNSETTLED_KINDS.length;
  return {
    kind: UNSETTLED_KINDS[place] as UnsettledKind,
    id: (number - place) / UNSETTLED_KINDS.length,
  };
}

export interface TaskActions {
  take: (ids: readonly number[]) => void;
  release: (ids: readonly number[]) => void;
}

export type Tasks = ReturnType<typeof useTasks>;

/** «В работе у вас», «В работе: Ольга Ветрова»; null while no one has the task. */
export function formatOwner(owner: TaskOwner, callerId: number | null): string | null {
  if (!owner) return null;
  return owner.id === callerId ? 'В работе у вас' : `В работе: ${nameOfPerson(owner)}`;
}

/** Returns the entry of a row's menu that takes the task, or gives it back. */
export function taskAction({ id, owner }: Task, act: TaskActions): MenuAction {
  return owner
    ? { key: 'release', label: 'Отдать', onSelect: () => act.release([id]) }
    : { key: 'take', label: 'Взять', onSelect: () => act.take([id]) };
}

/**
 * Returns the filters of a list of tasks: whose they are, and in which order they come. `isOldestFirst` names the order
 * while none is chosen.
 */
export function taskFilters(
  values: { owner: string; sort: string },
  write: (change: { owner?: string | null; sort?: string | null; page: null }) => void,
  { isOldestFirst = false } = {},
): FilterField[] {
  const usual = isOldestFirst ? OLDEST_FIRST : NEWEST_FIRST;
  const other = isOldestFirst ? NEWEST_FIRST : OLDEST_FIRST;
  return [
    {
      key: 'owner',
      label: 'Исполнитель',
      all: 'Все исполнители',
      value: values.owner,
      options: [
        { value: 'me', label: 'Мои' },
        { value: 'none', label: 'Без исполнителя' },
      ],
      onChange: (owner) => write({ owner: owner || null, page: null }),
    },
    {
      key: 'order',
      label: 'Порядок',
      all: usual.label,
      value: values.sort === other.value ? other.value : '',
      options: [other],
      onChange: (sort) => write({ sort: sort || null, page: null }),
    },
  ];
}

const OLDEST_FIRST = { value: 'date', label: 'Сначала старые' };
const NEWEST_FIRST = { value: '-date', label: 'Сначала новые' };
