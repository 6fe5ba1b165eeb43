import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/companies/events.ts';
import { KEY_SCOPE, type KeyScope } from '#contract/companies/key-scopes.ts';
import type { Context } from '../../../context.ts';
import { notAllowed } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { readEvents } from './read-events.ts';

export function eventRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listEvents, async ({ scope, query, session: { key } }) => {
    const types = key ? typesOfKey(query.types, key.scopes) : query.types;
    const { events, next, more } = await readEvents(ctx, scope, { ...query, types });
    const meta = JSON.stringify({ next, more });
    return {
      written: Buffer.concat([Buffer.from('{"code":200,"data":['), events, Buffer.from(`],"meta":${meta}}`)]),
    };
  });
}

/** Without a filter, returns all types that the key's scopes can read. */
function typesOfKey(
  args: readonly calls.EventType[] = [],
  scopes: readonly KeyScope[],
): readonly calls.EventType[] {
  const closed = args.find((type) => !scopes.includes(calls.EVENT_TYPE[type].scope));
  if (closed)
    throw notAllowed(
      `У ключа нет права ${KEY_SCOPE[calls.EVENT_TYPE[closed].scope].word}: создайте ключ с этим правом`,
    );
  return args.length > 0
    ? args
    : calls.EVENT_TYPES.filter((type) => scopes.includes(calls.EVENT_TYPE[type].scope));
}
