import { useEffect } from 'react';
import { checkTerms } from '#contract/companies/terms.ts';
import { reportFailure } from '../../../server/report-failure.ts';
import { CATALOGUE } from '../../../forms/failure-catalogue.ts';
import { useRead } from '../../../state/use-call.ts';

export type Terms = { text: string; version: number };

/** `closed` carries the text to read and accept. */
export type TermsState = { state: 'checking' } | { state: 'open' } | { state: 'closed'; terms: Terms };

/**
 * Returns whether the framework agreement is accepted. A failed check is only logged. The cabinet is shown, and the
 * server refuses everything that needs the agreement.
 */
export function useTerms(enabled: boolean): TermsState {
  const { data, error } = useRead(checkTerms, {}, { enabled });
  useEffect(() => {
    if (error) reportFailure(CATALOGUE.termsNotChecked, error);
  }, [error]);
  if (!data) return { state: error ? 'open' : 'checking' };
  return data.data.result ? { state: 'open' } : { state: 'closed', terms: data.data };
}
