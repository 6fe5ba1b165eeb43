import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/identity/sign-in.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { deviceCookie, getDevice } from '../auth/device-cookie.ts';
import { presentUser } from '../auth/present.ts';
import { sendCodeToChat } from '../auth/send-code-to-chat.ts';
import { presentTokens } from '../auth/tokens.ts';
import { askSignInPasskey, signInByPasskey } from './sign-in-by-passkey.ts';
import { getSite } from './site.ts';

/** Sign-ins without an SMS (decisions 183 and 184). */
export function signInRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.askSignInPasskey, async ({ from, request }) => {
    const site = getSite(ctx.config, request);
    return { data: { ...(await askSignInPasskey(ctx, { from, device: getDevice(request) }, site)) } };
  });

  bind(app, ctx, calls.signInByPasskey, async ({ body, from, request }) => {
    const browser = { from, device: getDevice(request), site: getSite(ctx.config, request) };
    const { tokens, expiresAt, user, deviceToken } = await signInByPasskey(ctx, {
      ...browser,
      input: body.answer,
    });
    return {
      data: { tokens: presentTokens(tokens, expiresAt), user: presentUser(user) },
      headers: deviceCookie(deviceToken, request, ctx.config),
    };
  });

  bind(app, ctx, calls.sendSignInCodeToChat, async ({ body, from }) => {
    await sendCodeToChat(ctx, { ...body, ip: from.ip });
    return { data: {} };
  });
}
