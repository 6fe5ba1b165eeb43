import { listCompanies } from '#contract/companies/own-companies.ts';
import { useSession } from '../../../server/session.ts';
import { enterCompany } from '../../../state/enter-company.ts';
import { useRead } from '../../../state/use-call.ts';
import { showToast } from '../../../ui/layers/Toast.tsx';
import type { Offered } from './find-entries.ts';

/** Returns an entry for each other company of the user, found by «компания», its title and its INN. */
export function useCompanyEntries(): Offered[] {
  const several = (useSession().profile?.companies ?? 0) > 1;
  const companies = useRead(listCompanies, {}, { enabled: several });
  return (companies.data?.data ?? [])
    .filter(({ current }) => !current)
    .map(({ id, title, inn }) => ({
      keywords: `компания перейти ${inn}`,
      entry: {
        kind: 'place',
        key: `company:${id}`,
        title,
        note: `Перейти в компанию, ИНН ${inn}`,
        run: () =>
          void enterCompany(id).catch((error: Error) =>
            showToast({ title: `Не удалось перейти в ${title}`, message: error.message, tone: 'stop' }),
          ),
      },
    }));
}
