import { can } from '#contract/access.ts';
import { useRole } from '../../server/session.ts';
import { InvoiceList } from '../../features/cabinet/invoices/InvoiceList.tsx';

/** /cabinet/invoices-issued: «Выставленные счета». */
export default function InvoicesPage() {
  return <InvoiceList mayIssue={can(useRole(), 'moveMoney')} />;
}
