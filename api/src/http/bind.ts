import type { FastifyInstance } from 'fastify';
import { listPaths, type AnyEndpoint } from '#contract/endpoint.ts';
import type { Context } from '../context.ts';
import { admitCall } from './admit-call.ts';
import type { Answer, Call, CallSettings, Handler } from './call.ts';
import { sendCallHeaders } from './call-headers.ts';
import { assertTraced, recordUse, runAsCallWork, watchCaller } from './call-work.ts';
import { submitForApproval } from './submit-for-approval.ts';
import { countOfDay } from './limits-of-calls.ts';
import { runOrSubmit } from './second-person.ts';
import { sendAnswer, toEnvelope } from './send-answer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    failureAlso?: AnyEndpoint['failureAlso'];
  }
}

/**
 * Binds a contract endpoint to its handler: the call is admitted, made (or stored for a second member of the staff), and
 * answered.
 */
export function bind<E extends AnyEndpoint>(
  app: FastifyInstance,
  ctx: Context,
  endpoint: E,
  handler: Handler<E>,
  { answersFromOutcome = false, perMinute, admit }: CallSettings = {},
): void {
  const storesAnswers = endpoint.idempotent === true && !answersFromOutcome;
  if (endpoint.secondPerson) registerApprovableCall(app, ctx, endpoint, handler);
  for (const url of listPaths(endpoint)) {
    app.route({
      method: endpoint.method,
      url,
      config: {
        failureAlso: endpoint.failureAlso,
        ...(perMinute !== undefined && {
          rateLimit: { max: Math.min(perMinute, ctx.config.requestsPerMinute) },
        }),
      },
      // A HEAD would run the whole GET: it would use up a ticket or send a code.
      exposeHeadRoute: endpoint.caller === 'public',
      onRequest: sendCallHeaders,
      // The answer to a movement or an order is too short to be compressed.
      ...(endpoint.idempotent && { compress: false }),
      handler: (request, reply) => {
        const signal = watchCaller(reply);
        return submitForApproval(ctx, endpoint, { request, reply }, () =>
          runAsCallWork(endpoint, { request, signal }, async (work) => {
            ctx.stagedFailures?.throwFor(endpoint.name);
            admit?.(request);
            const admission = await admitCall(ctx, endpoint, { request, reply, work }, { storesAnswers });
            if ('repeated' in admission) return reply.code(200).send(admission.repeated);
            const { call } = admission;
            const outcome = await runOrSubmit(app, endpoint, call, async () => {
              await countOfDay(ctx, endpoint, call.session);
              return handler(call as Call<E>);
            });
            if ('held' in outcome)
              return reply.code(202).send({ code: 202, data: { approval: outcome.held } });
            recordUse(ctx, call);
            await assertTraced(ctx, endpoint, work);
            const storeUnder = storesAnswers ? call.requestKey : null;
            return sendAnswer(ctx, endpoint, { request, reply }, outcome.made, storeUnder);
          }),
        );
      },
    });
  }
}

function registerApprovableCall<E extends AnyEndpoint>(
  app: FastifyInstance,
  ctx: Context,
  endpoint: E,
  handler: Handler<E>,
): void {
  app.secondPerson.calls.set(endpoint.name, {
    endpoint,
    carryOut: async (call) => {
      const answer = (await handler(call as Call<E>)) as Answer<E>;
      return toEnvelope(ctx, endpoint, answer).data;
    },
  });
}
