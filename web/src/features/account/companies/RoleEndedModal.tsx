import { useEffect } from 'react';
import { listCompanies } from '#contract/companies/own-companies.ts';
import { getShownCompany } from '../../../server/session.ts';
import { enterCompany } from '../../../state/enter-company.ts';
import { forgetLastAnswers } from '../../../state/last-answers.ts';
import { clearOpened } from '../../../state/recently-opened.ts';
import { useRead } from '../../../state/use-call.ts';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { CompanyChoice } from './CompanyChoice.tsx';

/**
 * Stands over a page in whose company the user has no role any more. Closing it enters the first of the other companies: a page
 * of none shows nothing.
 */
export function RoleEndedModal() {
  const title = getShownCompany()?.title;
  // What the browser stored of this company is no longer for this user. That of the others is read anew.
  useEffect(() => {
    forgetLastAnswers();
    clearOpened();
  }, []);
  const [first] = useRead(listCompanies).data?.data ?? [];
  return (
    <Modal
      opened
      onClose={() => first && void enterCompany(first.id).catch(() => {})}
      title={title ? `Доступ закончился: ${title}` : 'Доступ к компании закончился'}
    >
      <Stack>
        <p>Администратор компании закрыл вам доступ, или его срок истёк. Перейдите в другую компанию.</p>
        <CompanyChoice />
      </Stack>
    </Modal>
  );
}
