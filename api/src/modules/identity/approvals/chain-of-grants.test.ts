import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { setStaffRole } from '../../messaging/users/user-roles.ts';

let api: TestApi;
let client: GivenCompany;
let sum = 1_000_000;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  client = await givenCompany(api);
});
afterAll(() => api.stop());

const MEMBERS = 5;
const RUNS = Number(process.env.CHAIN_OF_GRANTS_RUNS ?? 12);

type Step =
  | { kind: 'grant'; by: number; to: number; confirmedBy: number | null }
  | { kind: 'remove'; by: number; to: number }
  | { kind: 'wait'; hours: number }
  | { kind: 'decide'; by: number; to: number };

const person = fc.nat(MEMBERS - 1);
const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({
      kind: fc.constant('grant' as const),
      by: person,
      to: person,
      confirmedBy: fc.option(person, { nil: null }),
    }),
    fc.record({ kind: fc.constant('remove' as const), by: person, to: person }),
    fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(1, 11, 13, 24) }),
    fc.record({ kind: fc.constant('decide' as const), by: person, to: person }),
  ),
  { minLength: 4, maxLength: 14 },
);

/** The plain model: hours, and who gave a role to whom, as arrows that are followed by brute force. */
interface Arrow {
  by: number;
  to: number;
  hour: number;
}

function isForbidden(arrows: Arrow[], first: number, second: number, hour: number): boolean {
  const young = arrows.filter((arrow) => hour - arrow.hour < 24);
  for (let root = 0; root < MEMBERS; root += 1)
    if (leads(young, root, first) && leads(young, root, second)) return true;
  const isNew = (member: number) => young.some(({ to }) => to === member);
  return (isNew(first) && leads(arrows, second, first)) || (isNew(second) && leads(arrows, first, second));
}

/** Follows each path without a repeated person. */
function leads(arrows: Arrow[], from: number, to: number, visited: number[] = []): boolean {
  if (from === to) return true;
  return arrows.some(
    (arrow) =>
      arrow.by === from &&
      !visited.includes(arrow.to) &&
      leads(arrows, arrow.to, to, [...visited, from, arrow.to]),
  );
}

const propose = (author: GivenPerson) =>
  api.put(`/staff/api/clients/${client.id}/credit`, { token: author.token, json: { creditSum: (sum += 1) } });
const confirm = (id: number, by: GivenPerson) =>
  api.post(`/staff/api/approvals/${id}/confirm`, { token: by.token });

test('no two members of one chain of grants of 24 hours confirm together', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const people: GivenPerson[] = [];
      for (let index = 0; index < MEMBERS; index += 1)
        people.push(await givenPerson(api, { staffRole: 'owner' }));
      const id = (index: number) => people[index]!.id;
      const arrows: Arrow[] = [];
      const removed = new Set<number>();
      let hour = 0;
      const give = (to: number, by: number, confirmedBy: number | null, role: 'owner' | null) =>
        api.ctx.db.inSystem((tx) =>
          setStaffRole(tx, {
            userId: id(to),
            role,
            givenBy: id(by),
            confirmedBy: confirmedBy === null ? null : id(confirmedBy),
            now: api.clock.now(),
          }),
        );
      for (const step of sequence) {
        if (step.kind === 'wait') {
          api.clock.advanceSeconds(step.hours * 3600);
          hour += step.hours;
        } else if (step.by === step.to) {
          continue;
        } else if (step.kind === 'grant') {
          await give(step.to, step.by, step.confirmedBy, 'owner');
          arrows.push({ by: step.by, to: step.to, hour });
          if (step.confirmedBy !== null) arrows.push({ by: step.confirmedBy, to: step.to, hour });
          removed.delete(step.to);
        } else if (step.kind === 'remove') {
          await give(step.to, step.by, null, null);
          removed.add(step.to);
        } else if (!removed.has(step.by) && !removed.has(step.to)) {
          const pending = await propose(people[step.by]!);
          expect(pending.status).toBe(202);
          const { id: approvalId } = pending.body.data.approval;
          const answer = await confirm(approvalId, people[step.to]!);
          expect(answer.status).toBe(isForbidden(arrows, step.by, step.to, hour) ? 403 : 200);
          if (answer.status === 403)
            await api.post(`/staff/api/approvals/${approvalId}/decline`, {
              token: people[step.by]!.token,
              json: { reason: 'Проверка' },
            });
        }
      }
    }),
    { numRuns: RUNS },
  );
});

test('two members whose roles come from two unrelated owners decide together', async () => {
  const [author, confirmer, ...owners] = await Promise.all(
    Array.from({ length: 4 }, () => givenPerson(api, { staffRole: 'owner' })),
  );
  for (const [index, member] of [author!, confirmer!].entries())
    await api.ctx.db.inSystem((tx) =>
      setStaffRole(tx, {
        userId: member.id,
        role: 'owner',
        givenBy: owners[index]!.id,
        confirmedBy: null,
        now: api.clock.now(),
      }),
    );
  const pending = await propose(author!);
  expect((await confirm(pending.body.data.approval.id, confirmer!)).status).toBe(200);
});
