import { expect, test } from 'vitest';
import { allCalls } from './calls.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { describeStaffRole, isStaffAction, STAFF_ROLES, staffCan, type StaffRole } from './staff-access.ts';

const changes = allCalls.filter(
  (call: AnyEndpoint) => isStaffAction(call.caller) && call.method !== 'GET' && !call.changesNothing,
);
const changesBy = (role: StaffRole) =>
  changes.filter(({ caller }) => isStaffAction(caller) && staffCan(role, caller)).map(({ name }) => name);

test.each(STAFF_ROLES)(
  'the text of %s says «только смотрит» exactly where no call that writes is open',
  (role) => {
    expect(changes.length).toBeGreaterThan(50);
    expect(describeStaffRole(role).includes('только смотрит')).toBe(changesBy(role).length === 0);
  },
);

test('the text of a role names what it changes, and what it does not', () => {
  expect(describeStaffRole('operator')).toMatch(/Меняет: .*УКД и отзыв.*\. Не меняет: банк, кредит/);
  expect(changesBy('operator')).toContain('correctDocument');
  expect(describeStaffRole('treasurer')).toMatch(/Меняет: банк, кредит.*Не меняет: карты, .*УКД и отзыв/);
  expect(changesBy('treasurer')).not.toContain('correctDocument');
  expect(describeStaffRole('owner')).not.toContain('Не меняет');
});
