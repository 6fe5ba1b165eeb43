import { useEffect, useState } from 'react';
import { readConsent } from '#contract/consents.ts';
import { logFailure } from '../../api/tell-failure.ts';
import { useRead } from '../../api/use-call.ts';

/**
 * Where whoever has not given the consent in its current wording is asked for it: over the page where that was known
 * before its content was shown. What is known later stands under this page and over the next one: nothing moves that
 * somebody aims at.
 */
export function useConsentPlace(pathname: string, contentShown: boolean): 'over' | 'under' | null {
  const { data, error } = useRead(readConsent);
  useEffect(() => {
    if (error) logFailure('readConsent', error);
  }, [error]);
  const asked = data !== undefined && data.data.given_at === null;
  const [page, setPage] = useState<{ pathname: string; over: boolean } | null>(null);
  if (contentShown && page?.pathname !== pathname) setPage({ pathname, over: asked });
  if (!asked) return null;
  return page && !page.over ? 'under' : 'over';
}
