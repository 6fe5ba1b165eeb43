import { SHOWN_COMPANY_HEADER } from '#contract/companies/shown-company.ts';
import type { Method } from '#contract/endpoint.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { Crashed } from './fault-points.ts';
import { Failure, type World } from './world.ts';

export interface RequestInput {
  /** Session of a user; a network sends its own header instead. */
  token?: string;
  /** Company for which a tab acts; without it that of the session. */
  company?: number;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string | number>;
  file?: { field: string; bytes: Uint8Array; name: string };
  key?: string;
}

// As an outside client sees it.
// oxlint-disable-next-line typescript/no-explicit-any
type Untyped = any;

export interface PortalResponse {
  status: number;
  data: Untyped;
  body: Untyped;
  /** The response as it was sent, for files. */
  bytes: Uint8Array;
}

const TRIES = 12;
const PAUSE_MS = 25;

/**
 * A call through the public API. A caller that gets no answer retries with the same key, as the browser does. A dead
 * process is started again first, and one whose connections were cut is called until it answers.
 */
export async function ask(
  world: World,
  method: Method,
  url: string,
  input: RequestInput,
): Promise<PortalResponse> {
  const request = await toInjectOptions(method, url, input);
  for (let tried = 1; tried <= TRIES; tried += 1) {
    const { portal } = world;
    const answer = await Promise.race([portal.app.inject(request), portal.points.died]).catch(
      (error: unknown) => {
        if (error instanceof Crashed) return null;
        throw error;
      },
    );
    await world.revive();
    if (!answer || world.portal !== portal) continue;
    const { statusCode: status } = answer;
    const isJson = answer.headers['content-type']?.toString().includes('json');
    const body: Untyped = isJson ? answer.json() : {};
    if (status < 500) return { status, data: body.data, body, bytes: answer.rawPayload };
    if (!world.disturbed)
      throw new Failure(`${method} ${url} was answered ${status}: ${answer.body.slice(0, 300)}`);
    await sleep(PAUSE_MS);
  }
  throw new Failure(`${method} ${url} was not answered in ${TRIES} tries`);
}

async function toInjectOptions(method: Method, url: string, input: RequestInput): Promise<InjectOptions> {
  const headers: Record<string, string> = {
    ...(input.token !== undefined && { 'x-auth-token': input.token }),
    ...(input.company !== undefined && { [SHOWN_COMPANY_HEADER]: String(input.company) }),
    ...input.headers,
  };
  if (input.key) headers['idempotency-key'] = input.key;
  if (input.json !== undefined)
    return {
      method,
      url,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: JSON.stringify(input.json),
    };
  if (input.form && !input.file) {
    const fields = Object.entries(input.form).map(([name, value]) => [name, String(value)]);
    const payload = new URLSearchParams(fields).toString();
    return {
      method,
      url,
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    };
  }
  if (!input.file) return { method, url, headers };
  const form = new FormData();
  for (const [name, value] of Object.entries(input.form ?? {})) form.set(name, String(value));
  form.set(input.file.field, new Blob([new Uint8Array(input.file.bytes)]), input.file.name);
  const written = new Response(form);
  headers['content-type'] = written.headers.get('content-type') ?? '';
  return { method, url, headers, payload: Buffer.from(await written.arrayBuffer()) };
}

/** Works as `ask`; anything but 200 is a failure. */
export async function retryUntilAnswered(
  world: World,
  method: Method,
  url: string,
  input: RequestInput,
): Promise<PortalResponse> {
  const answer = await ask(world, method, url, input);
  if (answer.status === 200) return answer;
  throw new Failure(
    `${method} ${url} was answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`,
  );
}

/** Another member of staff confirms. A caller without an answer retries, and the answer is then that it is decided. */
export async function confirmApproval(world: World, id: number): Promise<void> {
  const answer = await ask(world, 'POST', `/staff/api/approvals/${id}/confirm`, {
    token: world.second.token,
  });
  if (answer.status !== 200 && !(world.disturbed && answer.status === 409))
    throw new Failure(`not confirmed: ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** Makes a change of staff, which another member confirms where two are needed. Anything else is a failure. */
export async function changeAsStaff(
  world: World,
  method: 'POST' | 'PUT',
  url: string,
  json: object,
): Promise<void> {
  const { token } = world.staff;
  const answer = await ask(world, method, url, { token, json, key: newKey(world) });
  if (answer.status === 202) await confirmApproval(world, answer.data.approval.id);
  else if (answer.status !== 200)
    throw new Failure(`${method} ${url} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}

/** A key that no other request of this run has. */
export function newKey(world: World): string {
  world.serial += 1;
  return `simulated-${world.serial}`;
}

/**
 * Requests a confirmation code, as the screen does. A caller that is too early waits for as long as the answer
 * requires.
 */
export async function freshCode(
  world: World,
  person: { token: string; phone: string },
  args: Record<string, string | number> = {},
): Promise<string> {
  const query = new URLSearchParams(Object.entries(args).map(([name, value]) => [name, String(value)]));
  for (let tried = 0; tried < TRIES; tried += 1) {
    const sent = await ask(world, 'GET', `/api/sms?${query}`, { token: person.token });
    if (sent.status === 200) return world.outside.lastCode(person.phone) ?? '000000';
    world.outside.clock.advanceSeconds(46);
  }
  throw new Failure('no code comes');
}
