import type { FastifyInstance, FastifyRequest } from 'fastify';
import { permissionsOfRole } from '#contract/access.ts';
import * as calls from '#contract/identity/auth.ts';
import * as consentCalls from '#contract/identity/consents.ts';
import * as letterCalls from '#contract/messaging/emails.ts';
import * as sessionCalls from '#contract/identity/sessions.ts';
import type { EndpointBody, EndpointData } from '#contract/endpoint.ts';
import { FRESH_CODE_MINUTES, SMS_RESEND_SECONDS } from '#contract/limits.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { getFactorAsk } from '../../../http/assert-factor.ts';
import { bind } from '../../../http/bind.ts';
import { parsed } from '../../../http/read-call.ts';
import { changeAddress } from './change-address.ts';
import { completeProfile } from './complete-profile.ts';
import { confirmPhone } from './confirm-phone.ts';
import { confirmSession } from './sessions.ts';
import { getOrCreateDevice, deviceCookie, getDevice } from './device-cookie.ts';
import { endOtherSessions, endSession, logOut } from './end-session.ts';
import { issueDownloadTicket } from './issue-download-ticket.ts';
import { presentMaintenance, presentWorks } from '../../programme/maintenance/present.ts';
import { presentMail } from '../../messaging/emails/present.ts';
import { readMail } from '../../messaging/emails/read-mail.ts';
import { presentProfile, presentSession, presentUser } from './present.ts';
import { readProfile } from './profile.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { registerPhone } from './register-phone.ts';
import { listOpenSessions } from './session-list-store.ts';
import { presentTokens } from './tokens.ts';
import { withdrawConsent } from './withdraw-consent.ts';
import type { CallOrigin } from '../../../http/call.ts';

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
      data: presentProfile(session, read, getFactorAsk(ctx.config, session) !== null),
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
    return { data: open.map((openSession) => presentSession(openSession, currentId)) };
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

type DriverInput = EndpointBody<typeof calls.sendToDriver>;
type Reply = EndpointData<typeof calls.sendToDriver>;

/** One path with four routes, named in the body (spec section 7); each reads its own fields. */
const DRIVER_ROUTE: Record<
  DriverInput['route'],
  (
    ctx: Context,
    input: DriverInput,
    from: CallOrigin,
    request: FastifyRequest,
  ) => Promise<{ data: Reply; headers?: Record<string, string> }>
> = {
  async 'auth/register'(ctx, input, from, request) {
    const { phone, recaptchaToken } = parsed(calls.registerFields, input);
    const device = getOrCreateDevice(request);
    const { token } = await registerPhone(ctx, { phone, recaptchaToken, ip: from.ip, device });
    return {
      data: { token, resend_after: SMS_RESEND_SECONDS },
      ...(device !== null && { headers: deviceCookie(device, request, ctx.config) }),
    };
  },
  async 'auth/confirm'(ctx, input, from, request) {
    const { without_refresh: withoutRefresh, ...fields } = parsed(calls.confirmFields, input);
    const confirmed = { ...fields, withoutRefresh: withoutRefresh ?? false, device: getDevice(request) };
    const { tokens, expiresAt, user, isNew, deviceToken } = await confirmPhone(ctx, confirmed, from);
    return {
      data: { tokens: presentTokens(tokens, expiresAt), user: presentUser(user), is_new: isNew },
      headers: deviceCookie(deviceToken, request, ctx.config),
    };
  },
  async 'users.profile'(ctx, input, from, { headers: { authorization } }) {
    if (input.version !== undefined && input.version !== 'v3')
      throw fieldRefusal('version', 'Ожидается версия v3');
    const { firstname, email, consent_version: consentVersion } = parsed(calls.profileFields, input);
    const confirmation = { authorization, firstname, email, consentVersion: consentVersion ?? null, from };
    return { data: { user: presentUser(await completeProfile(ctx, confirmation)) } };
  },
  async 'auth/refresh'(ctx, input, from) {
    const { token } = parsed(calls.refreshFields, input);
    const { tokens, expiresAt } = await refreshTokens(ctx, { token, ip: from.ip });
    return { data: { tokens: presentTokens(tokens, expiresAt) } };
  },
};
