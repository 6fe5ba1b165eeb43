import { AuditLog } from '../../features/audit/AuditLog.tsx';

/** /staff/audit: the audit log of all users. */
export default function AuditPage() {
  return <AuditLog of="staff" />;
}
