import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/programme/contacts.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { saveContacts } from './save-contacts.ts';

export function contactRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.saveContacts, async ({ body, session, from }) => {
    const { chat_url: chatUrl, hours: supportHours, ...same } = body;
    const contacts = { ...same, chatUrl, supportHours };
    await saveContacts(ctx, { contacts, userId: session.userId, ip: from.ip });
    return { data: {} };
  });
}
