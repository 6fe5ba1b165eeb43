import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { innLongEnough, innProblem } from '#contract/inn.ts';
import { checkInn } from '#contract/orders.ts';
import { changeDraft, readDraft } from '../../api/order-draft.ts';
import { useRead } from '../../api/use-call.ts';
import { companyProblem, type CompanyProblem } from './company-problem.ts';

export type FoundCompany = z.infer<(typeof checkInn)['data'] & z.ZodType>;

export type CompanyCheck = {
  inn: string;
  setInn: (inn: string) => void;
  /** Null until the registry has named the company of exactly this INN. */
  company: FoundCompany | null;
  checking: boolean;
  problem: CompanyProblem | null;
};

/** A number that is still being typed is not called wrong before this pause. */
const TYPING_PAUSE_MS = 700;

/**
 * The company behind an INN: asked for at 10 to 12 digits whose control digits hold, forgotten as soon as the INN changes
 * (spec section 5). A found company and its address go into the draft.
 */
export function useCompanyCheck(): CompanyCheck {
  const [inn, setInn] = useState(() => readDraft().inn);
  const wellFormed = innProblem(inn) === null;
  const lookup = useRead(checkInn, { query: { inn } }, { enabled: wellFormed });
  const company = wellFormed ? (lookup.data?.data ?? null) : null;
  const paused = usePaused(inn);

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
    checking: wellFormed && lookup.isFetching && !company,
    problem: problemOf(),
  };

  function problemOf(): CompanyProblem | null {
    if (wellFormed) return lookup.error ? companyProblem(lookup.error) : null;
    const malformed = innLongEnough(inn) && paused ? innProblem(inn) : null;
    return malformed === null ? null : { message: malformed, pointsToSettings: false };
  }
}

/** True once nothing has been typed for a while. */
function usePaused(text: string): boolean {
  const [pausedAt, setPausedAt] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setPausedAt(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return pausedAt === text;
}
