import { expect, test } from 'vitest';
import { can, permissionsOfRole, roleFromPermissions, type Action } from './access.ts';

const WRITES: Action[] = [
  'orderCards',
  'moveMoney',
  'changeCard',
  'uploadAct',
  'confirmDocument',
  'acceptTerms',
];

test.each([
  [0, 'none', false, false, false],
  [1, 'specialist', true, false, false],
  [2, 'manager', true, true, false],
  [3, 'admin', true, true, true],
  [7, 'admin', true, true, true],
] as const)(
  '§6.15 a person with %i permissions is taken for «%s», neither more nor less',
  (count, name, reads, writes, assigns) => {
    const role = roleFromPermissions(Array.from({ length: count }, (_, place) => `permission-${place}`));
    expect(role).toBe(name);
    expect(can(role, 'read')).toBe(reads);
    for (const action of WRITES) expect(can(role, action)).toBe(writes);
    expect(can(role, 'assignRoles')).toBe(assigns);
    expect(roleFromPermissions(permissionsOfRole(role))).toBe(role);
  },
);
