import { useParams } from 'react-router';
import { readNetworkInvoice } from '#contract/fuel/network-invoices.ts';
import { InvoiceClaim } from '../../features/staff/network-invoices/InvoiceClaim.tsx';
import { InvoiceHero } from '../../features/staff/network-invoices/InvoiceHero.tsx';
import { InvoiceLines } from '../../features/staff/network-invoices/InvoiceLines.tsx';
import { ANY_ID } from '../../lib/read-address.ts';
import { paths } from '../../paths.ts';
import { useRead } from '../../state/use-call.ts';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { LoadError } from '../../ui/states/LoadError.tsx';
import { CardSkeleton } from '../../ui/states/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextLink } from '../../ui/text/TextLink.tsx';

const COMPARING_MS = 2000;

/** /staff/network-invoices/:id: one invoice of a network beside our sales. */
export default function NetworkInvoicePage() {
  const { id = '' } = useParams();
  const known = ANY_ID.test(id);
  const read = useRead(
    readNetworkInvoice,
    { params: { id: Number(id) } },
    // While it is being compared the counts grow.
    { enabled: known, refetchMs: (last) => (last?.data.progress ? COMPARING_MS : false) },
  );
  if (!known || (!read.data && read.error?.code === 404)) {
    return (
      <EmptyState
        title="Такого счёта нет"
        action={<TextLink to={paths.staffNetworkInvoices}>Ко всем счетам сетей</TextLink>}
      >
        Ссылка ошибочна, или счёт удалён.
      </EmptyState>
    );
  }
  if (!read.data && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!read.data) return <CardSkeleton count={2} />;
  return (
    <Stack gap="3">
      <InvoiceHero invoice={read.data.data} />
      {read.data.data.claim && <InvoiceClaim claim={read.data.data.claim} />}
      <InvoiceLines invoice={read.data.data} />
    </Stack>
  );
}
