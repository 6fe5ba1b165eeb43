import type { z } from 'zod';
import { permissionsOfRole, roleId } from '#contract/access.ts';
import type { colleague } from '#contract/colleagues.ts';
import type { ColleagueRecord } from '../../people/users/colleague.ts';

export function presentColleague(record: ColleagueRecord): z.input<typeof colleague> {
  return {
    id: record.id,
    firstname: record.firstname,
    lastname: record.lastname,
    phone: record.phone,
    permissions: permissionsOfRole(record.role),
    role_id: roleId(record.role),
  };
}
