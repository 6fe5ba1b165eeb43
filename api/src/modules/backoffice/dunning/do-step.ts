import { type DunningChannel } from '#contract/backoffice/dunning.ts';
import { CHANNELS } from '#contract/messaging/channels.ts';
import type { NoticeChannel } from '#contract/messaging/notice-kinds.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { formatDateLong, formatRubles, moscowDay } from '../../../lib/money-format.ts';
import { findCompanyBlock } from '../../companies/companies/company-block.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { publishClaim } from '../../papers/documents/publish-claim.ts';
import { blockClient } from '../clients/block-client.ts';
import { insertAction, type NewAction } from './action-store.ts';
import { countDays } from '../../../lib/days.ts';
import type { DebtCase, DunningRule, DunningStep } from './dunning-rule.ts';
import { makeClaim } from './make-claim.ts';
import { type PlannedStep, findNextStep, stepKey } from './plan-steps.ts';
import { isActive } from './rule-store.ts';
import { findOverdueSum } from './unpaid-part-store.ts';

export interface StepToDo extends PlannedStep {
  rule: DunningRule;
  debt: DebtCase;
  /** Keys of the steps that were done for the debt. */
  done: ReadonlySet<string>;
}

/** Thrown inside a transaction when the step was done meanwhile, or the debt was paid: nothing is written. */
class NotDueAnymore extends Error {
  override readonly name = 'NotDueAnymore';
}

/** Does a step of a debt, once however often it is called. */
export async function doStep(ctx: Context, input: StepToDo): Promise<void> {
  try {
    if (input.outcome === 'skipped') await write(ctx, input, 'skipped');
    else if (input.step.action === 'remind') await remind(ctx, input);
    else if (input.step.action === 'stop') await stopCards(ctx, input);
    else if (input.step.action === 'claim') await sendClaim(ctx, input);
  } catch (error) {
    if (!(error instanceof NotDueAnymore)) throw error;
  }
}

async function remind(ctx: Context, input: StepToDo): Promise<void> {
  const { debt, step } = input;
  await ctx.db.inSystem(async (tx) => {
    const now = ctx.clock.now();
    await writeIn(tx, input, { outcome: 'done', now });
    await notify(tx, {
      kind: 'debt-reminder',
      companyId: debt.companyId,
      facts: {
        about: debt.about,
        day: debt.term,
        sumKopecks: debt.due,
        lateDays: Math.max(0, countDays(debt.term, moscowDay(now))),
        text: step.text || null,
        next: describeNext(input, moscowDay(now)),
        channels: listNoticeChannels(step.channels),
      },
      about: `${debt.companyId}:${debt.key}:${step.day}`,
      now,
    });
  });
}

async function stopCards(ctx: Context, input: StepToDo): Promise<void> {
  const { debt, rule } = input;
  if (await findCompanyBlock(ctx.db.system, debt.companyId)) return write(ctx, input, 'blocked-already');
  await blockClient(ctx, {
    companyId: debt.companyId,
    userId: null,
    reason: `Просрочена оплата ${formatRubles(debt.due)}, срок был ${formatDateLong(debt.term)}`,
    requestKey: null,
    alsoIn: async (tx, now) => {
      if ((await findOverdueSum(tx, debt.companyId, now)) === 0) throw new NotDueAnymore();
      await writeIn(tx, input, { outcome: 'done', now, releases: rule.releases });
    },
  });
}

async function sendClaim(ctx: Context, input: StepToDo): Promise<void> {
  const { debt } = input;
  const claim = await makeClaim(ctx, debt, input.rule);
  if (!claim) return;
  await publishClaim(ctx, { companyId: debt.companyId, claim }, async (tx, documentId, now) => {
    if ((await findOverdueSum(tx, debt.companyId, now)) === 0) throw new NotDueAnymore();
    await writeIn(tx, input, { outcome: 'done', now, documentId });
  });
}

async function write(ctx: Context, input: StepToDo, outcome: NewAction['outcome']): Promise<void> {
  await ctx.db.inSystem((tx) => writeIn(tx, input, { outcome, now: ctx.clock.now() }));
}

/** Writes the step with a line of the audit log. Throws where it was done before, or the rule was switched off. */
async function writeIn(
  tx: Db,
  { debt, step, rule }: StepToDo,
  more: Pick<NewAction, 'outcome' | 'now' | 'documentId' | 'releases'>,
): Promise<void> {
  const { companyId, key, due: sum, term } = debt;
  const { action, day: stepDay } = step;
  if (!(await isActive(tx, rule.id))) throw new NotDueAnymore();
  const isNew = await insertAction(tx, {
    companyId,
    debt: key,
    action,
    stepDay,
    ruleId: rule.id,
    sum,
    term,
    ...more,
  });
  if (!isNew) throw new NotDueAnymore();
  await recordEvent(tx, {
    at: more.now,
    what: 'dunning-step-done',
    companyId,
    targets: [{ kind: 'company', id: companyId }],
    details: { step: action, outcome: more.outcome, sumKopecks: sum, term, rule: rule.id },
  });
}

const NEXT_TEXTS: Record<Exclude<DunningStep['action'], 'remind'>, (day: string) => string> = {
  stop: (day) => `Если оплаты не будет, ${day} карты остановятся.`,
  claim: (day) => `Если оплаты не будет, ${day} мы направим претензию.`,
  penalty: (day) => `С ${day} начисляются пени по договору.`,
};

/** Says what happens to a client who does not pay, or null where only reminders follow. */
function describeNext({ rule, debt, step, done }: StepToDo, today: string): string | null {
  const steps = rule.steps.filter(({ action }) => action !== 'remind');
  const next = findNextStep(steps, debt, { done: new Set([...done, stepKey(step)]), today });
  if (!next || next.step.action === 'remind') return null;
  return NEXT_TEXTS[next.step.action](formatDateLong(next.on));
}

/** Turns the operator's choice into the channels of notices; the cabinet is always one of them. */
function listNoticeChannels(chosen: readonly DunningChannel[]): NoticeChannel[] {
  return [
    'cabinet',
    ...chosen.flatMap((channel): readonly NoticeChannel[] =>
      channel === 'messengers' ? CHANNELS : [channel],
    ),
  ];
}
