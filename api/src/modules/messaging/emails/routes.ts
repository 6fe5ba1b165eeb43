import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/messaging/emails.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { listChosen, setEmailChoice, openChoices, type OpenedChoices } from './email-choices.ts';
import { confirmAddress, resendLink } from './confirm-address.ts';
import { presentChoicesByLink, presentMail, presentOutboxEmail } from './present.ts';
import { readMail } from './read-mail.ts';

/** Limit per IP address for calls that anonymous callers may make. */
const LINKS_PER_MINUTE = 60;

export function emailRoutes(app: FastifyInstance, ctx: Context): void {
  const ownMail = async (userId: number) => ({ data: presentMail(await readMail(ctx, userId)) });

  bind(app, ctx, calls.readMail, ({ session }) => ownMail(session.userId));

  bind(app, ctx, calls.resendMailLink, async ({ session: { userId }, from }) => {
    await resendLink(ctx, { userId, ip: from.ip });
    return ownMail(userId);
  });

  bind(app, ctx, calls.chooseLetter, async ({ body, session: { userId }, from }) => {
    await setEmailChoice(ctx, { userId, kind: body.kind, wanted: body.wanted, ip: from.ip });
    return ownMail(userId);
  });

  linkRoutes(app, ctx);
}

/** Routes that an email's link opens. Anyone with the link may call them, signed in or not. */
function linkRoutes(app: FastifyInstance, ctx: Context): void {
  const habits = { perMinute: LINKS_PER_MINUTE };
  const presentChoices = async (opened: OpenedChoices) => ({
    data: presentChoicesByLink(opened, await listChosen(ctx.db.system, opened.userId)),
  });

  bind(
    app,
    ctx,
    calls.confirmMail,
    async ({ body, from }) => ({
      data: { email: await confirmAddress(ctx, { token: body.token, ip: from.ip }) },
    }),
    habits,
  );

  bind(
    app,
    ctx,
    calls.readLetterChoices,
    async ({ query }) => presentChoices(await openChoices(ctx, query.token)),
    habits,
  );

  bind(
    app,
    ctx,
    calls.unsubscribe,
    async ({ query, body, from }) => {
      const opened = await openChoices(ctx, query.token);
      const { kind = opened.kind, wanted = false } = body;
      await setEmailChoice(ctx, { userId: opened.userId, kind, wanted, ip: from.ip });
      return presentChoices(opened);
    },
    habits,
  );

  const { mailOutbox } = ctx;
  if (!mailOutbox) return;
  bind(app, ctx, calls.listOutboxLetters, async ({ query }) => ({
    data: (await mailOutbox.letters(query.address)).map(presentOutboxEmail),
  }));
}
