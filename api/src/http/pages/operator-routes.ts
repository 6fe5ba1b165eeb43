import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Contacts } from '#contract/programme/contacts.ts';
import * as calls from '#contract/system.ts';
import type { Context } from '../../context.ts';
import { moscowDay } from '../../lib/money-format.ts';
import { noticeOfFile } from '../../operator.ts';
import { bind } from '../bind.ts';
import type { Call } from '../call.ts';

type OperatorData = z.input<(typeof calls.readOperator)['data'] & z.ZodType>;

/** The operator's public data, and the route by which screens write to the server's log. */
export function operatorRoutes(
  app: FastifyInstance,
  ctx: Context,
  input: {
    findNotice: () => Promise<OperatorData['holidayNotice']>;
    findContacts: () => Promise<Contacts>;
  },
): void {
  bind(app, ctx, calls.readOperator, async () => ({
    data: {
      ...presentOperator(ctx, await input.findContacts()),
      holidayNotice: await input.findNotice(),
    },
  }));

  const { logPostsPerMinute: perMinute } = ctx.config;
  bind(app, ctx, calls.logClientError, logClientError, { perMinute });

  async function logClientError({ body, session }: Call<typeof calls.logClientError>) {
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
  }
}

/**
 * Returns the operator's data. It is also written into the application's page, so that the header need not wait for a
 * call and shift when it comes. The announcement is that of the file here; the call returns the one that staff have
 * entered.
 */
export function presentOperator(ctx: Context, contacts: Contacts): OperatorData {
  const { name, requisites } = ctx.programme.today();
  const { captcha } = ctx.config;
  return {
    name,
    legalName: requisites.name,
    inn: requisites.inn,
    ...contacts,
    holidayNotice: noticeOfFile(ctx.config, moscowDay(ctx.clock.now())),
    captcha: captcha && { kind: captcha.kind, siteKey: captcha.siteKey },
    codeChat: ctx.channels.max ? 'max' : ctx.channels.telegram ? 'telegram' : null,
    baseMap: ctx.config.baseMap,
    devPhone: ctx.outbox !== null,
    devMail: ctx.mailOutbox !== null,
  };
}

/** A message from a screen may contain what it was working with: tokens and codes stay out of the log. */
function withoutSecrets(text: string): string {
  return text.replace(/[\w-]{40,}/g, '…').replace(/(?<!\d)\d{6}(?!\d)/g, '…');
}
