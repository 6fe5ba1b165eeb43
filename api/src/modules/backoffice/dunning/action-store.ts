import { sql } from 'kysely';
import type { DunningAction, DunningOutcome } from '#contract/backoffice/dunning.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { stepKey } from './plan-steps.ts';

export interface NewAction {
  companyId: number;
  debt: string;
  action: DunningAction;
  stepDay: number;
  outcome: DunningOutcome;
  ruleId: number;
  sum: Kopecks;
  term: string;
  now: Date;
  documentId?: number;
  releases?: boolean;
}

/** Writes that a step was done; false where it was done before. */
export async function insertAction(tx: Db, input: NewAction): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      insert into dunning_action (company_id, debt, action, step_day, outcome, rule_id, sum_kopecks, term, done_at,
        document_id, releases)
      values (${input.companyId}, ${input.debt}, ${input.action}, ${input.stepDay}, ${input.outcome}, ${input.ruleId},
        ${input.sum}, ${input.term}::date, ${input.now}, ${input.documentId ?? null}, ${input.releases ?? false})
      on conflict do nothing returning id`,
  );
  return row !== null;
}

/** Maps `<company> <debt>` to the keys of the steps that were done. */
export async function mapDoneSteps(
  db: Db,
  debts: readonly { companyId: number; key: string }[],
): Promise<Map<string, Set<string>>> {
  if (debts.length === 0) return new Map();
  const found = await rows(
    db,
    sql<{ company_id: number; debt: string; action: DunningAction; step_day: number }>`
      select done.company_id, done.debt, done.action, done.step_day
      from unnest(${debts.map(({ companyId }) => companyId)}::bigint[], ${debts.map(({ key }) => key)}::text[])
        as wanted (company_id, debt)
      join dunning_action done using (company_id, debt)`,
  );
  const done = new Map<string, Set<string>>();
  for (const { company_id, debt, action, step_day } of found) {
    const key = `${company_id} ${debt}`;
    done.set(key, (done.get(key) ?? new Set()).add(stepKey({ action, day: step_day })));
  }
  return done;
}

export interface DoneAction {
  at: Date;
  action: DunningAction;
  day: number;
  outcome: DunningOutcome;
  sum: Kopecks;
  term: string;
  debt: string;
  invoice: number | null;
  documentId: number | null;
  releasedAt: Date | null;
}

const MAX_LISTED = 50;

/** Lists what was done about a client's debts, newest first. */
export async function listDoneActions(db: Db, companyId: number): Promise<DoneAction[]> {
  const found = await rows(
    db,
    sql<DoneAction>`
      select done.done_at as at, done.action, done.step_day as day, done.outcome, done.sum_kopecks as sum, done.term,
        done.debt, invoice.serial as invoice, done.document_id as "documentId", done.released_at as "releasedAt"
      from dunning_action done
      left join invoice on invoice.company_id = done.company_id and done.debt = 'invoice:' || invoice.id
      where done.company_id = ${companyId} order by done.id desc limit ${MAX_LISTED}`,
  );
  return found.map((row) => ({ ...row, sum: kopecks(row.sum) }));
}

/** A client whose cards a rule has stopped until he pays. */
export interface StoppedClient {
  id: number;
  companyId: number;
  stoppedAt: Date;
}

export function listStoppedClients(db: Db): Promise<StoppedClient[]> {
  return rows(
    db,
    sql<StoppedClient>`
      select id, company_id as "companyId", done_at as "stoppedAt" from dunning_action
      where releases and released_at is null order by id`,
  );
}

/** Ends the wait for the payment: `releasedAt` is null where the staff have decided about the block themselves. */
export async function endStop(tx: Db, id: number, releasedAt: Date | null): Promise<void> {
  await sql`
    update dunning_action set released_at = ${releasedAt}::timestamptz, releases = ${releasedAt !== null}
    where id = ${id}`.execute(tx);
}
