import { useEffect } from 'react';

/** Reached when the router leads to `/`: loads the landing page, which is a separate document. */
export function LeaveForLanding() {
  useEffect(() => window.location.reload(), []);
  return null;
}
