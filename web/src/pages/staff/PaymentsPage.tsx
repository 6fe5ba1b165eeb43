import { PaymentList } from '../../features/staff/PaymentList.tsx';
import { StatementForm } from '../../features/staff/StatementForm.tsx';
import { Stack } from '../../ui/Stack.tsx';

/** /staff/payments: bank statements and what did not match by itself. */
export default function PaymentsPage() {
  return (
    <Stack gap="3">
      <StatementForm />
      <PaymentList />
    </Stack>
  );
}
