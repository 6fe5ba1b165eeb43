import { useEffect } from 'react';
import { readConsent } from '#contract/identity/consents.ts';
import { logFailure } from '../../../server/report-failure.ts';
import { useRead } from '../../../state/use-call.ts';
import { useNoticePlace } from '../../../lib/use-notice-place.ts';

/** Returns where to ask a user who has not given the current consent. */
export function useConsentPlace(pathname: string, contentShown: boolean): 'over' | 'under' | null {
  const { data, error } = useRead(readConsent);
  useEffect(() => {
    if (error) logFailure('readConsent', error);
  }, [error]);
  return useNoticePlace(data?.data.given_at === null, pathname, contentShown);
}
