import { can } from '#contract/access.ts';
import { AuditLog } from '../../features/cabinet/audit/AuditLog.tsx';
import { useRole } from '../../server/session.ts';
import { Notice } from '../../ui/states/Notice.tsx';

/** /cabinet/audit: «Журнал действий» of one's own company, for its admin. */
export default function CompanyAuditPage() {
  if (!can(useRole(), 'assignRoles'))
    return <Notice tone="warn">Журнал действий читает администратор компании.</Notice>;
  return <AuditLog of="company" />;
}
