import type { FastifyInstance } from 'fastify';
import { SMS_RESEND_SECONDS } from '#contract/limits.ts';
import * as calls from '#contract/orders/orders.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { sendConfirmationCode } from './send-confirmation-code.ts';

export function smsCodeRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.sendSmsCode, async ({ query, session, from }) => {
    await sendConfirmationCode(ctx, session, {
      purpose: query.purpose ?? null,
      subject: query.subject || null,
      // Untouched fields are sent as 0, which names no sum.
      sumKopecks: query.sum || null,
      ip: from.ip,
    });
    return { data: { resend_after: SMS_RESEND_SECONDS } as const };
  });
}
