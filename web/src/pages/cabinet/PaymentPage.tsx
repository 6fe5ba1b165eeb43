import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { can } from '#contract/access.ts';
import { readMoney } from '#contract/kopecks.ts';
import { useRole } from '../../api/session.ts';
import { IssuedInvoice } from '../../features/invoices/IssuedInvoice.tsx';
import { TopUpForm } from '../../features/invoices/TopUpForm.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';

/** /cabinet/payment/{step}: «Оплата»: the amount, then the invoice. The sum stands in the address: it can be sent. */
export default function PaymentPage() {
  const { step } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const role = useRole();
  const read = readMoney(search.get('sum') ?? '');
  const sumRubles = read.ok && read.kopecks > 0 ? read.kopecks / 100 : null;

  if (!can(role, 'moveMoney')) return <Notice tone="warn">Счета выставляют администратор и менеджер.</Notice>;
  if (step !== '2') {
    return <TopUpForm before={sumRubles} onNext={(sum) => void navigate(`${paths.payment(2)}?sum=${sum}`)} />;
  }
  if (sumRubles === null) return <Navigate to={paths.payment(1)} replace />;
  return (
    <Stack>
      <IssuedInvoice sumRubles={sumRubles} />
      <div>
        <ButtonLink variant="quiet" to={`${paths.payment(1)}?sum=${sumRubles}`}>
          Другая сумма
        </ButtonLink>
      </div>
    </Stack>
  );
}
