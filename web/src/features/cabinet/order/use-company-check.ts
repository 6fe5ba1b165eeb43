import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { isInnLongEnough, innProblem } from '#contract/values/inn.ts';
import { checkInn } from '#contract/orders/orders.ts';
import { changeDraft, readDraft } from '../../../state/order-draft.ts';
import { useRead } from '../../../state/use-call.ts';
import { usePaused } from '../../../lib/use-paused.ts';
import { companyProblem, type CompanyProblem } from './company-problem.ts';

export type FoundCompany = z.infer<(typeof checkInn)['data'] & z.ZodType>;

export type CompanyCheck = {
  inn: string;
  setInn: (inn: string) => void;
  /** Null until the registry has found the company of exactly this INN. */
  company: FoundCompany | null;
  checking: boolean;
  problem: CompanyProblem | null;
  /** Checks the same INN once more after a check without a result; null otherwise. */
  again: (() => void) | null;
};

/**
 * Finds the company of an INN. It is requested at 10 to 12 digits and forgotten as soon as the INN changes (spec
 * section 5). The server reports what is wrong with an INN. A found company and its address go into the draft.
 */
export function useCompanyCheck(): CompanyCheck {
  const [inn, setInn] = useState(() => readDraft().inn);
  // While typing continues, an unfinished INN of twelve digits is neither requested nor reported as wrong.
  const paused = usePaused(inn);
  const requested = innProblem(inn) === null || (isInnLongEnough(inn) && paused);
  const lookup = useRead(checkInn, { query: { inn } }, { enabled: requested });
  const company = requested ? (lookup.data?.data ?? null) : null;

  useEffect(() => {
    const draft = readDraft();
    if (company) {
      if (draft.inn === inn && draft.companyName !== '') return;
      changeDraft({ inn, companyName: company.title, address: company.address });
    } else if (draft.inn !== '' && draft.inn !== inn) {
      changeDraft({ inn: '', companyName: '', address: null });
    }
  }, [company, inn]);

  return {
    inn,
    setInn,
    company,
    checking: requested && lookup.isFetching && !company,
    problem: requested && lookup.error ? companyProblem(lookup.error) : null,
    again: requested && lookup.error && !lookup.error.fields.inn ? () => void lookup.refetch() : null,
  };
}
