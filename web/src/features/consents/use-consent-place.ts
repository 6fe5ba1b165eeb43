import { useEffect } from 'react';
import { readConsent } from '#contract/consents.ts';
import { logFailure } from '../../api/tell-failure.ts';
import { useRead } from '../../api/use-call.ts';
import { useNoticePlace } from '../../lib/use-notice-place.ts';

/** Where whoever has not given the consent in its current wording is asked for it. */
export function useConsentPlace(pathname: string, contentShown: boolean): 'over' | 'under' | null {
  const { data, error } = useRead(readConsent);
  useEffect(() => {
    if (error) logFailure('readConsent', error);
  }, [error]);
  return useNoticePlace(data?.data.given_at === null, pathname, contentShown);
}
