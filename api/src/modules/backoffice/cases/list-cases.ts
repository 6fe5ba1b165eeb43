import type { z } from 'zod';
import type { TaskOwnerFilter } from '#contract/backoffice/tasks.ts';
import { MAX_UNSETTLED, type unsettled, type UnsettledSort } from '#contract/money/unsettled.ts';
import { UNSETTLED_KINDS, type UnsettledKind } from '#contract/money/unsettled-kinds.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { DescribedCase } from '../../cards/commands/cases.ts';
import { UNCLEAR_AFTER_SECONDS } from '../../cards/commands/unclear-movement.ts';
import { listTaskOwners, type OwnedTask, type Task } from './task-owners.ts';
import { CASE_KINDS } from './case-kinds.ts';

type Totals = Record<UnsettledKind, number>;

interface CaseFilter {
  kind?: UnsettledKind | undefined;
  /** Lists only those that the caller has taken (`me`), or no one. */
  owner?: TaskOwnerFilter | undefined;
  sort?: UnsettledSort | undefined;
  callerId: number;
}

interface CaseList {
  cases: z.input<typeof unsettled>[];
  /** Number of cases that match the filter. */
  total: number;
  /** Number of cases of each kind, shown or not. */
  totals: Totals;
}

/** Ids of two kinds may be the same number. */
export interface CaseId {
  kind: UnsettledKind;
  id: number;
}

type KindCase = DescribedCase & CaseId;

/** Lists the cases that wait for a person, newest first unless sorted, as many as a screen shows. */
export async function listCases(ctx: Context, filter: CaseFilter): Promise<CaseList> {
  const { kind, owner, sort, callerId } = filter;
  const { cases, totals } = await ctx.db.readTogether((db) => readCases(db, ctx.clock.now()));
  const wanted = cases.filter((staffCase) => kind === undefined || staffCase.kind === kind);
  const owners = new Map(
    (await listTaskOwners(ctx.db.system, wanted.map(toTask))).map((task) => [
      `${task.kind}:${task.id}`,
      task,
    ]),
  );
  const findOwner = (staffCase: KindCase) => owners.get(toKey(staffCase)) ?? null;
  const found = wanted.filter(
    (staffCase) =>
      owner === undefined ||
      (owner === 'me' ? findOwner(staffCase)?.userId === callerId : findOwner(staffCase) === null),
  );
  const direction = sort && !sort.descending ? 1 : -1;
  const shown = found
    .sort((a, b) => direction * (a.since.getTime() - b.since.getTime()))
    .slice(0, MAX_UNSETTLED);
  return {
    cases: shown.map((staffCase) => present(staffCase, findOwner(staffCase))),
    // The kinds' own totals count also what is beyond the cases that are read.
    total: owner === undefined ? getTotal(totals, kind) : found.length,
    totals,
  };
}

/** Counts the cases of each kind. */
export async function countCases(db: Db, now: Date): Promise<Totals> {
  return (await readCases(db, now)).totals;
}

/** Returns those of the cases that still wait. */
export async function listWaitingCases(ctx: Context, cases: readonly CaseId[]): Promise<CaseId[]> {
  const found = await ctx.db.readTogether((db) => readCases(db, ctx.clock.now()));
  const waiting = new Set(found.cases.map(toKey));
  return cases.filter((staffCase) => waiting.has(toKey(staffCase)));
}

async function readCases(db: Db, now: Date): Promise<{ cases: KindCase[]; totals: Totals }> {
  const askedBefore = new Date(now.getTime() - UNCLEAR_AFTER_SECONDS * 1000);
  const kinds = await Promise.all(
    UNSETTLED_KINDS.map(async (kind) => ({ kind, ...(await CASE_KINDS[kind].list(db, askedBefore)) })),
  );
  return {
    cases: kinds.flatMap(({ kind, newest }) => newest.map((staffCase) => ({ ...staffCase, kind }))),
    totals: Object.fromEntries(kinds.map(({ kind, total }) => [kind, total])) as Totals,
  };
}

function toKey({ kind, id }: CaseId): string {
  return `case-${kind}:${id}`;
}

function toTask({ kind, id }: CaseId): Task {
  return { kind: `case-${kind}`, id };
}

function getTotal(totals: Totals, kind: UnsettledKind | undefined): number {
  return kind ? totals[kind] : Object.values(totals).reduce((sum, total) => sum + total, 0);
}

function present(staffCase: KindCase, owner: OwnedTask | null): z.input<typeof unsettled> {
  return {
    kind: staffCase.kind,
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
    owner: owner && {
      id: owner.userId,
      firstname: owner.firstname,
      lastname: owner.lastname,
      taken_at: owner.takenAt.toISOString(),
    },
  };
}
