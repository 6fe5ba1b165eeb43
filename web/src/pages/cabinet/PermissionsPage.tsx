import { can } from '#contract/access.ts';
import { useRole } from '../../server/session.ts';
import { ColleagueList } from '../../features/colleagues/ColleagueList.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** /cabinet/permissions: «Доступ». */
export default function PermissionsPage() {
  if (!can(useRole(), 'assignRoles'))
    return <Notice tone="warn">Роли назначает администратор компании.</Notice>;
  return <ColleagueList />;
}
