import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { Context } from '../context.ts';
import type { CurrentWork } from '../lib/current-work.ts';
import { assertAllowed, assertFreshCode } from './allow-call.ts';
import { assertShownCompany } from './assert-shown-company.ts';
import type { Call } from './call.ts';
import { nameCaller, recordInput } from './call-work.ts';
import { identifyCaller } from './identify-caller.ts';
import { readCall } from './read-call.ts';
import { findAnswer, getRequestKeyHeader } from './request-key.ts';
import { takeShare } from './shares-of-calls.ts';

/** A call that may be made, or the answer that an earlier request with its key has got. */
type Admission = { call: Call<AnyEndpoint> } | { repeated: Record<string, unknown> };

/**
 * Everything before the handler, in this order: who is calling, for the company that they see, may they, what do they send, has this very request been
 * answered before, is the code fresh, has their company a place.
 */
export async function admitCall(
  ctx: Context,
  endpoint: AnyEndpoint,
  { request, reply, work }: { request: FastifyRequest; reply: FastifyReply; work: CurrentWork },
  { storesAnswers }: { storesAnswers: boolean },
): Promise<Admission> {
  const key = storesAnswers ? getRequestKeyHeader(request) : null;
  const caller = await identifyCaller(ctx, endpoint, { request, reply }, key);
  nameCaller(work, request, caller.session);
  assertShownCompany(endpoint, caller.session, request);
  await assertAllowed(ctx, endpoint, caller.session, request);
  const call = await readCall(endpoint, request, caller);
  const repeated = call.requestKey && findAnswer(call.requestKey);
  if (repeated) return { repeated };
  await assertFreshCode(ctx, endpoint, call);
  await takeShare(ctx, endpoint, { session: call.session, request, reply });
  recordInput(work, endpoint, call);
  return { call };
}
