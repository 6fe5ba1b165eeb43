import type { FastifyInstance, FastifyRequest } from 'fastify';
import { permissionsOfRole } from '#contract/access.ts';
import * as calls from '#contract/auth.ts';
import * as consentCalls from '#contract/consents.ts';
import * as letterCalls from '#contract/letters.ts';
import * as sessionCalls from '#contract/sessions.ts';
import type { BodyOf, DataOf } from '#contract/endpoint.ts';
import { FRESH_CODE_MINUTES, SMS_RESEND_SECONDS } from '#contract/limits.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { askOf } from '../../../http/assert-factor.ts';
import { bind, type CallOrigin } from '../../../http/bind.ts';
import { parsed } from '../../../http/read-call.ts';
import { changeAddress } from './change-address.ts';
import { completeProfile } from './complete-profile.ts';
import { confirmPhone } from './confirm-phone.ts';
import { confirmSession } from './confirm-session.ts';
import { askingDeviceOf, deviceCookie, deviceOf } from './device-cookie.ts';
import { endOtherSessions } from './end-other-sessions.ts';
import { endSession } from './end-session.ts';
import { issueDownloadTicket } from './issue-download-ticket.ts';
import { logOut } from './log-out.ts';
import { presentMaintenance, presentWorks } from '../../programme/maintenance/present.ts';
import { presentMail } from '../letters/present.ts';
import { readMail } from '../letters/read-mail.ts';
import { presentProfile, presentSession, presentUser } from './present.ts';
import { readProfile } from './read-profile.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { registerPhone } from './register-phone.ts';
import { listOpenSessions } from './session-list-store.ts';
import { presentTokens } from './tokens.ts';
import { withdrawConsent } from './withdraw-consent.ts';

export function authRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.sendToDriver, ({ body, from, request }) =>
    DRIVER_ROUTE[body.route](ctx, body, from, request),
  );

  bind(app, ctx, calls.logout, async ({ session, from }) => {
    await logOut(ctx, session, from.ip);
    return { data: {} };
  });

  bind(app, ctx, calls.readProfile, async ({ session, request }) => {
    const read = await readProfile(ctx, session, request.headers);
    return {
      data: presentProfile(session, read, askOf(ctx.config, session) !== null),
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

  bind(app, ctx, letterCalls.changeMail, async ({ body, session: { userId, company }, from }) => {
    await changeAddress(ctx, { userId, companyId: company?.id ?? null, email: body.email, ip: from.ip });
    return { data: presentMail(await readMail(ctx, userId)) };
  });

  sessionRoutes(app, ctx);
}

function sessionRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, sessionCalls.listSessions, async ({ session }) => {
    const { id: currentId, userId } = session;
    const open = await listOpenSessions(ctx.db.system, { userId, currentId, now: ctx.clock.now() });
    return { data: open.map((one) => presentSession(one, currentId)) };
  });

  bind(app, ctx, sessionCalls.endSession, async ({ params, session, from }) => {
    await endSession(ctx, { id: params.id, session, ip: from.ip });
    return { data: {} };
  });

  bind(app, ctx, sessionCalls.endOtherSessions, async ({ session, from }) => ({
    data: { ended: await endOtherSessions(ctx, { session, ip: from.ip }) },
  }));

  bind(app, ctx, sessionCalls.confirmSession, async ({ body, session, from }) => {
    const { id: sessionId, userId } = session;
    await confirmSession(ctx, { sessionId, userId, code: body.sms, ip: from.ip });
    const until = new Date(ctx.clock.now().getTime() + FRESH_CODE_MINUTES * 60_000);
    return { data: { confirmed_until: until.toISOString() } };
  });
}

type Said = BodyOf<typeof calls.sendToDriver>;
type Reply = DataOf<typeof calls.sendToDriver>;

/** One path with four routes, named in the body (spec section 7); each reads its own fields. */
const DRIVER_ROUTE: Record<
  Said['route'],
  (
    ctx: Context,
    said: Said,
    from: CallOrigin,
    request: FastifyRequest,
  ) => Promise<{ data: Reply; headers?: Record<string, string> }>
> = {
  async 'auth/register'(ctx, said, from, request) {
    const { phone, recaptchaToken } = parsed(calls.registerFields, said);
    const device = askingDeviceOf(request);
    const { token } = await registerPhone(ctx, { phone, recaptchaToken, ip: from.ip, device });
    return {
      data: { token, resend_after: SMS_RESEND_SECONDS },
      ...(device !== null && { headers: deviceCookie(device, request, ctx.config) }),
    };
  },
  async 'auth/confirm'(ctx, said, from, request) {
    const { without_refresh: withoutRefresh, ...fields } = parsed(calls.confirmFields, said);
    const confirmed = { ...fields, withoutRefresh: withoutRefresh ?? false, device: deviceOf(request) };
    const { tokens, expiresAt, user, isNew, deviceToken } = await confirmPhone(ctx, confirmed, from);
    return {
      data: { tokens: presentTokens(tokens, expiresAt), user: presentUser(user), is_new: isNew },
      headers: deviceCookie(deviceToken, request, ctx.config),
    };
  },
  async 'users.profile'(ctx, said, from, { headers: { authorization } }) {
    if (said.version !== undefined && said.version !== 'v3')
      throw fieldRefusal('version', 'Ожидается версия v3');
    const { firstname, email, consent_version: consentVersion } = parsed(calls.profileFields, said);
    const told = { authorization, firstname, email, consentVersion: consentVersion ?? null, from };
    return { data: { user: presentUser(await completeProfile(ctx, told)) } };
  },
  async 'auth/refresh'(ctx, said, from) {
    const { token } = parsed(calls.refreshFields, said);
    const { tokens, expiresAt } = await refreshTokens(ctx, { token, ip: from.ip });
    return { data: { tokens: presentTokens(tokens, expiresAt) } };
  },
};
