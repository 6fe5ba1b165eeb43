import { can } from '#contract/access.ts';
import { REWORDINGS_PER_HOUR } from '#contract/questions.ts';
import { RIGHT_BY_ACTION } from '#contract/read-typed-action.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound, tooOften } from '../../../errors.ts';
import {
  QuestionModelUnavailable,
  type QuestionModel,
} from '../../../gateways/question-model/question-model.ts';
import type { Session } from '../../../http/session.ts';
import { memoizePerOwner } from '../../../lib/memoize-per-owner.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { slidingWindowLimit } from '../../../lib/sliding-window-limit.ts';
import { answerQuestion, type Answer } from './answer-question.ts';
import { countRewordings, type RewordingEnd } from './count-rewordings.ts';
import { describeGrammar } from './describe-grammar.ts';
import { hideNumbers } from './hide-numbers.ts';
import { proveRewording, type Proven } from './prove-rewording.ts';
import { questionModelBreaker } from './question-model-breaker.ts';

export type Rewording =
  | { end: 'understood'; sentence: string; answer: Answer | null }
  | { end: Exclude<RewordingEnd, 'understood'> };

type Who = Pick<Session, 'userId' | 'role'>;

const HOUR_SECONDS = 3600;
const makeLimits = memoizePerOwner(({ clock }: Context) => ({
  person: slidingWindowLimit<number>(clock, REWORDINGS_PER_HOUR.person, HOUR_SECONDS),
  company: slidingWindowLimit<number>(clock, REWORDINGS_PER_HOUR.company, HOUR_SECONDS),
}));

/**
 * Requests from the configured model a sentence of the closed grammars, and trusts none of it. A sentence that the
 * grammars do not understand, or that names something not typed, counts as not understood. Refuses with 404 without a
 * model, 429 past the limits.
 */
export async function rewordQuestion(
  ctx: Context,
  scope: CompanyScope,
  { text, who }: { text: string; who: Who },
): Promise<Rewording> {
  const { questionModel } = ctx;
  if (!questionModel) throw notFound('Вопросы иными словами не подключены');
  const ended = await end(ctx, scope, { text, who, questionModel });
  countRewordings(ctx)[ended.end] += 1;
  return ended;
}

async function end(
  ctx: Context,
  scope: CompanyScope,
  { text, who, questionModel }: { text: string; who: Who; questionModel: QuestionModel },
): Promise<Rewording> {
  if (questionModelBreaker(ctx).room(1) === 0) return { end: 'unavailable' };
  assertNotTooOften(ctx, scope, who);
  const today = moscowDay(ctx.clock.now());
  const hidden = hideNumbers(text);
  const input = await ask(ctx, questionModel, {
    sentence: hidden.sentence,
    grammar: describeGrammar(today),
    note: () => recordSent(ctx, scope, { who, host: questionModel.host }),
  });
  if (input === null) return { end: 'unavailable' };
  const proven = proveRewording(text, hidden.show(input), today);
  return proven ? await understand(ctx, scope, { proven, who }) : { end: 'not-understood' };
}

function assertNotTooOften(ctx: Context, { companyId }: CompanyScope, { userId }: Who): void {
  const limits = makeLimits(ctx);
  const wait = limits.person(userId) || limits.company(companyId);
  if (wait > 0) throw tooOften(wait);
}

/** Written before it leaves, without the sentence: that it left is what has to be known. */
async function recordSent(
  ctx: Context,
  scope: CompanyScope,
  { who, host }: { who: Who; host: string },
): Promise<void> {
  await ctx.db.inCompany(scope, (tx) =>
    recordEvent(tx, {
      at: ctx.clock.now(),
      what: 'question-sent-out',
      userId: who.userId,
      companyId: scope.companyId,
      details: { to: host },
    }),
  );
}

/** Returns null if the model has not answered, or is not called because it does not answer. */
async function ask(
  ctx: Context,
  model: QuestionModel,
  { sentence, grammar, note: beforeSend }: { sentence: string; grammar: string; note: () => Promise<void> },
): Promise<string | null> {
  const breaker = questionModelBreaker(ctx);
  let input: string | null = null;
  await breaker.through(async () => {
    await beforeSend();
    try {
      input = await model.reword(sentence, grammar);
      breaker.answered();
    } catch (error) {
      if (!(error instanceof QuestionModelUnavailable)) throw error;
      breaker.unanswered(crypto.randomUUID());
      ctx.log.warn({ err: error }, 'the question model has not answered');
    }
  });
  return input;
}

async function understand(
  ctx: Context,
  scope: CompanyScope,
  { proven, who }: { proven: Proven; who: Who },
): Promise<Rewording> {
  const { sentence, deed: action } = proven;
  if (action)
    return can(who.role, RIGHT_BY_ACTION[action.deed])
      ? { end: 'understood', sentence, answer: null }
      : { end: 'not-allowed' };
  const answer = await answerQuestion(ctx, scope, sentence);
  return answer?.summary ? { end: 'understood', sentence, answer } : { end: 'not-understood' };
}
