/** The audit log has been changed behind the portal's back. */
export interface LogFinding {
  kind: 'audit-log-changed';
  details: Record<string, unknown>;
}
