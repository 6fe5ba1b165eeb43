import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/insights/questions.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { answerQuestion } from './answer-question.ts';
import { presentAnswer } from './present.ts';

export function questionRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.answerQuestion, async ({ query, scope }) => ({
    data: presentAnswer(await answerQuestion(ctx, scope, query.q)),
  }));
}
