import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { SUPPORT_HOURS } from '#contract/limits.ts';
import * as calls from '#contract/system.ts';
import type { Context } from '../context.ts';
import { bind } from './bind.ts';

type OperatorData = z.input<(typeof calls.readOperator)['data'] & z.ZodType>;

/** What the product says of its operator, and what the screens say to the server's log. */
export function operatorRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.readOperator, async () => ({ data: presentOperator(ctx) }));

  bind(app, ctx, calls.logClientError, async ({ body, session }) => {
    ctx.log.warn(
      {
        userId: session?.userId,
        message: withoutSecrets(body.message),
        path: body.path && withoutSecrets(body.path.replace(/[?#].*$/s, '')),
        failedRequestId: body.requestId && withoutSecrets(body.requestId),
      },
      'a screen failed',
    );
    return { data: {} };
  });
}

/** Also written into the application's page: its header does not wait for a call, and does not move when it comes. */
export function presentOperator(ctx: Context): OperatorData {
  const { name, phone, email, chatUrl, requisites, holidayNotice } = ctx.config.operator;
  return {
    name,
    legalName: requisites.name,
    phone,
    email,
    chatUrl,
    supportHours: SUPPORT_HOURS,
    holidayNotice,
    recaptchaSiteKey: ctx.config.recaptcha?.siteKey ?? null,
    baseMap: ctx.config.baseMap,
    devPhone: ctx.outbox !== null,
  };
}

/** A message that a screen hands over may hold what it was working with: tokens and codes stay out of the log. */
function withoutSecrets(text: string): string {
  return text.replace(/[\w-]{40,}/g, '…').replace(/(?<!\d)\d{6}(?!\d)/g, '…');
}
