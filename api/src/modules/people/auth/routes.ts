import type { FastifyInstance } from 'fastify';
import { permissionsOfRole } from '#contract/access.ts';
import * as calls from '#contract/auth.ts';
import * as consentCalls from '#contract/consents.ts';
import type { BodyOf, DataOf } from '#contract/endpoint.ts';
import { SMS_RESEND_SECONDS } from '#contract/limits.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { bind, parsed, type CallOrigin } from '../../../http/bind.ts';
import { completeProfile } from './complete-profile.ts';
import { confirmPhone } from './confirm-phone.ts';
import { issueDownloadTicket } from './issue-download-ticket.ts';
import { logOut } from './log-out.ts';
import { presentMaintenance, presentWorks } from '../../programme/maintenance/present.ts';
import { presentProfile, presentUser } from './present.ts';
import { readProfile } from './read-profile.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { registerPhone } from './register-phone.ts';
import { presentTokens } from './tokens.ts';
import { withdrawConsent } from './withdraw-consent.ts';

export function authRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.sendToDriver, async ({ body, from, request }) => ({
    data: await DRIVER_ROUTE[body.route](ctx, body, from, request.headers.authorization),
  }));

  bind(app, ctx, calls.logout, async ({ session, from }) => {
    await logOut(ctx, session, from.ip);
    return { data: {} };
  });

  bind(app, ctx, calls.readProfile, async ({ session, request }) => {
    const read = await readProfile(ctx, session, request.headers);
    return {
      data: presentProfile(session, read),
      top: {
        permissions: permissionsOfRole(session.role),
        ...(read.maintenance ? { maintenance: presentMaintenance(read.maintenance) } : {}),
        ...(read.announced.length > 0 ? { announced: read.announced.map(presentWorks) } : {}),
      },
    };
  });

  bind(app, ctx, calls.issueDownloadTicket, async ({ body, session }) => {
    const { ticket, expiresAt } = await issueDownloadTicket(ctx, session, body.path);
    return { data: { ticket, expires_at: expiresAt.toISOString() } };
  });

  bind(app, ctx, consentCalls.withdrawConsent, async ({ session, from }) => {
    const withdrawn = await withdrawConsent(ctx, { userId: session.userId, from });
    return { data: { withdrawn_at: withdrawn.toISOString() } };
  });
}

type Said = BodyOf<typeof calls.sendToDriver>;
type Reply = DataOf<typeof calls.sendToDriver>;

/** One path with four routes, named in the body (spec section 7); each reads its own fields. */
const DRIVER_ROUTE: Record<
  Said['route'],
  (ctx: Context, said: Said, from: CallOrigin, authorization: string | undefined) => Promise<Reply>
> = {
  async 'auth/register'(ctx, said, from) {
    const { phone, recaptchaToken } = parsed(calls.registerFields, said);
    const { token } = await registerPhone(ctx, { phone, recaptchaToken, ip: from.ip });
    return { token, resend_after: SMS_RESEND_SECONDS };
  },
  async 'auth/confirm'(ctx, said, from) {
    const { tokens, expiresAt, user, isNew } = await confirmPhone(
      ctx,
      parsed(calls.confirmFields, said),
      from,
    );
    return { tokens: presentTokens(tokens, expiresAt), user: presentUser(user), is_new: isNew };
  },
  async 'users.profile'(ctx, said, from, authorization) {
    if (said.version !== undefined && said.version !== 'v3')
      throw fieldRefusal('version', 'Ожидается версия v3');
    const { firstname, email, consent_version: consentVersion } = parsed(calls.profileFields, said);
    const told = { authorization, firstname, email, consentVersion: consentVersion ?? null, from };
    return { user: presentUser(await completeProfile(ctx, told)) };
  },
  async 'auth/refresh'(ctx, said, from) {
    const { token } = parsed(calls.refreshFields, said);
    const { tokens, expiresAt } = await refreshTokens(ctx, { token, ip: from.ip });
    return { tokens: presentTokens(tokens, expiresAt) };
  },
};
