import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '#contract/openapi.ts';
import { badRequest, listOperations, type BadRequest } from '../testing/bad-requests.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenSession,
  givenStaff,
  type GivenPerson,
} from '../testing/givens/factories.ts';

/** `BAD_INPUT_RUNS=100000 npm run bad-input` makes more, from another seed each time. */
const RUNS = Number(process.env.BAD_INPUT_RUNS ?? 5000);
const SEED = Number(
  process.env.BAD_INPUT_SEED ?? (process.env.BAD_INPUT_RUNS ? Date.now() % 1e9 : 20_261_126),
);
/** About 10 ms a request on a busy machine. */
const TIMEOUT_MS = 60_000 + RUNS * 60;

/** A stream never ends, and calls of development make the server fail on purpose or its sessions end. */
const SKIPPED_CALLS = /^(followChanges|stageFailure|moveClock)/;
const operations = listOperations(openApiDocument({ name: 'Магистраль', version: 'test' })).filter(
  ({ id }) => !SKIPPED_CALLS.test(id),
);

let api: TestApi;
let people: { admin: GivenPerson; staff: GivenPerson };

beforeAll(async () => {
  api = await startApi({ jobs: false });
  const company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  for (let count = 0; count < 3; count += 1) await givenCard(api, company.id);
  people = { admin: company.admin, staff: await givenStaff(api) };
});
afterAll(() => api.stop());

const CALLERS = ['admin', 'staff', 'nobody', 'stranger'] as const;

test(
  `${RUNS} generated requests get no 5xx, and no refusal without a Russian sentence`,
  { timeout: TIMEOUT_MS },
  async () => {
    const request = fc.tuple(badRequest(operations), fc.constantFrom(...CALLERS));
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(request, async ([input, caller]) => {
        const { status, text } = await send(input, getToken(caller));
        if (status === 401) await comeAgain(caller);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const about = `${input.operation} by ${caller}: ${input.method} ${input.target} answered ${status}: ${text.slice(0, 300)}`;
        expect(status, about).toBeLessThan(500);
        if (status >= 400) expect(getMessage(text), about).toMatch(/[А-Яа-яЁё]{3}/);
      }),
      { numRuns: RUNS, seed: SEED },
    );
    // A test whose requests are all refused at once would prove nothing.
    expect(statuses.get(200)).toBeGreaterThan(RUNS / 50);
    expect(statuses.get(400)).toBeGreaterThan(RUNS / 50);
  },
);

async function send(input: BadRequest, token: string | undefined): Promise<{ status: number; text: string }> {
  const body =
    input.method === 'GET' ? undefined : (input.body as string | Uint8Array<ArrayBuffer> | undefined);
  const headers = { ...input.headers, ...(token ? { 'x-auth-token': token } : {}) };
  const reply = await fetch(api.url + input.target, {
    method: input.method,
    headers,
    body,
    redirect: 'manual',
  });
  return { status: reply.status, text: await reply.text() };
}

function getToken(caller: (typeof CALLERS)[number]): string | undefined {
  if (caller === 'nobody') return undefined;
  return caller === 'stranger' ? 'x'.repeat(43) : people[caller].token;
}

/** Signs in again for the next request, because some actions end the session that makes them. */
async function comeAgain(caller: (typeof CALLERS)[number]): Promise<void> {
  if (caller === 'nobody' || caller === 'stranger') return;
  people[caller].token = await givenSession(api, people[caller].id);
}

function getMessage(text: string): string {
  try {
    return String((JSON.parse(text) as { message?: unknown }).message);
  } catch {
    return '';
  }
}
