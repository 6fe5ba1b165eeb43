import { ROLE, type RoleId } from './ids.ts';

/**
 * The one table of rights. The profile carries a list of permissions whose length gives the role (spec section 6).
 * The spec's other reading, "one or fewer is read-only, more is full rights", follows from the same table.
 */
export const ROLES = ['none', 'specialist', 'manager', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export type Action =
  | 'read'
  | 'orderCards'
  | 'moveMoney'
  | 'changeCard'
  | 'uploadAct'
  | 'confirmDocument'
  | 'acceptTerms'
  | 'assignRoles';

const READS: readonly Action[] = ['read'];
const WRITES: readonly Action[] = [
  ...READS,
  'orderCards',
  'moveMoney',
  'changeCard',
  'uploadAct',
  'confirmDocument',
  'acceptTerms',
];

const ALLOWED: Record<Role, readonly Action[]> = {
  none: [],
  specialist: READS,
  manager: WRITES,
  admin: [...WRITES, 'assignRoles'],
};

/** Permission names as the profile contains them. The screens check only their number. */
const PERMISSIONS: Record<Role, readonly string[]> = {
  none: [],
  specialist: ['cabinet.read'],
  manager: ['cabinet.read', 'cabinet.write'],
  admin: ['cabinet.read', 'cabinet.write', 'colleagues.manage'],
};

export function roleFromPermissions(permissions: readonly string[]): Role {
  if (permissions.length === 0) return 'none';
  if (permissions.length === 1) return 'specialist';
  return permissions.length === 2 ? 'manager' : 'admin';
}

export function permissionsOfRole(role: Role): string[] {
  return [...PERMISSIONS[role]];
}

export function can(role: Role, action: Action): boolean {
  return ALLOWED[role].includes(action);
}

export const ROLE_TITLE: Record<Role, string> = {
  none: 'Нет доступа',
  specialist: 'Специалист',
  manager: 'Менеджер',
  admin: 'Админ',
};

const ROLE_BY_ID: Record<RoleId, Role> = { 8: 'admin', 9: 'manager', 10: 'specialist' };

export function roleFromId(id: RoleId): Role {
  return ROLE_BY_ID[id];
}

export function roleId(role: Role): RoleId | null {
  if (role === 'none') return null;
  return ROLE[role];
}
