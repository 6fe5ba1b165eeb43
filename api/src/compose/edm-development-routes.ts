import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/papers/edm-development.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import type { EmbeddedEdm } from '../gateways/edm-operator/embedded/embedded-edm.ts';
import { bind } from '../http/bind.ts';

const NO_OPERATOR = 'Учебного оператора ЭДО нет: настроен настоящий';

/** The embedded operator's own screen (docs/calls.md 8). */
export function edmDevelopmentRoutes(app: FastifyInstance, ctx: Context): void {
  const operator = (): EmbeddedEdm => {
    if (!ctx.embeddedEdm) throw notFound(NO_OPERATOR);
    return ctx.embeddedEdm;
  };

  bind(app, ctx, calls.listEmbeddedEdm, async () => {
    const companies = await operator().companies();
    const documents = await operator().documents();
    return {
      data: {
        companies: companies.map(({ inn, byHand }) => ({ inn, by_hand: byHand })),
        documents: documents.map(({ id, inn, kind, name, writtenAt, standing, actions }) => ({
          id,
          inn,
          kind,
          name,
          written_at: writtenAt.toISOString(),
          stage: standing.stage,
          answer: standing.answer,
          annulment: standing.annulment,
          text: (standing.annulment && standing.annulmentText) || (standing.undelivered ?? standing.text),
          deeds: actions,
        })),
      },
    };
  });

  bind(app, ctx, calls.answerEmbeddedEdm, async ({ body: { id, deed: action, text } }) => {
    const input = await ctx.db.inSystem((tx) => operator().answer(tx, id, action, text));
    if (input === 'none') throw notFound('Такого документа у оператора нет');
    if (input === 'not-now') throw conflict('С документом уже сделали другое: обновите страницу');
    return { data: { id } };
  });

  bind(app, ctx, calls.setEmbeddedEdm, async ({ body }) => {
    const { inn, by_hand: byHand, busy_seconds: busySeconds } = body;
    if (inn !== undefined && byHand !== undefined)
      await ctx.db.inSystem((tx) => operator().byHand(tx, inn, byHand));
    if (busySeconds !== undefined) operator().busyFor(busySeconds);
    return { data: { done: true as const } };
  });
}
