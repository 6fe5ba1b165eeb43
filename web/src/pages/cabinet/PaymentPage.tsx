import { Navigate, useLocation, useMatch, useNavigate, useSearchParams } from 'react-router';
import { can } from '#contract/access.ts';
import { readMoney, toRubles } from '#contract/kopecks.ts';
import { useRole } from '../../server/session.ts';
import { IssuedInvoice } from '../../features/cabinet/invoices/IssuedInvoice.tsx';
import { TopUpForm } from '../../features/cabinet/invoices/TopUpForm.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';

/** /cabinet/payment/{step}: «Оплата»: the amount, then the invoice. The sum is in the address, so it can be shared. */
export default function PaymentPage() {
  const invoicing = useMatch(paths.payment(2)) !== null;
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const issued = useLocation().state as { invoiceId?: number } | null;
  const role = useRole();
  const read = readMoney(search.get('sum') ?? '');
  const sum = read.ok && read.kopecks > 0 ? read.kopecks : null;

  // Step 1 stores the sum in its address too, for the browser's Back button.
  async function proceed(sumRubles: number) {
    await navigate(getStepPath(1, sumRubles), { replace: true });
    await navigate(getStepPath(2, sumRubles));
  }

  // Stored with the entry of the browser's history, and not in the address. A user who receives a link gets an invoice
  // of their own.
  async function rememberIssued(invoiceId: number) {
    if (issued?.invoiceId === invoiceId || sum === null) return;
    const state = { invoiceId };
    await navigate(getStepPath(2, toRubles(sum)), { replace: true, preventScrollReset: true, state });
  }

  if (!can(role, 'moveMoney')) return <Notice tone="warn">Счета выставляют администратор и менеджер.</Notice>;
  if (!invoicing) return <TopUpForm before={sum} onNext={(entered) => void proceed(entered)} />;
  if (sum === null) return <Navigate to={paths.payment(1)} replace />;
  return (
    <Stack>
      <IssuedInvoice
        sumRubles={toRubles(sum)}
        issuedId={issued?.invoiceId ?? null}
        onIssued={(invoiceId) => void rememberIssued(invoiceId)}
      />
      <div>
        <ButtonLink variant="quiet" to={getStepPath(1, toRubles(sum))}>
          Другая сумма
        </ButtonLink>
      </div>
    </Stack>
  );
}

function getStepPath(step: 1 | 2, sumRubles: number): string {
  return `${paths.payment(step)}?sum=${sumRubles}`;
}
