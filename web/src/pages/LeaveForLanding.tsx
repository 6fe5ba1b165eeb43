import { useEffect } from 'react';

/** Somebody was led to `/` inside the application: the landing page, a document of its own, is loaded in its place. */
export function LeaveForLanding() {
  useEffect(() => window.location.reload(), []);
  return null;
}
