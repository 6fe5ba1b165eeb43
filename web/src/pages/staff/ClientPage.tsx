import { useParams } from 'react-router';
import { readClientFile } from '#contract/companies/clients.ts';
import { ClientHero } from '../../features/staff/clients/ClientHero.tsx';
import { ClientParts } from '../../features/staff/clients/ClientParts.tsx';
import { ClientDebtPanel } from '../../features/staff/dunning/ClientDebtPanel.tsx';
import { ANY_ID } from '../../lib/read-address.ts';
import { paths } from '../../paths.ts';
import { useRead } from '../../state/use-call.ts';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { LoadError } from '../../ui/states/LoadError.tsx';
import { CardSkeleton } from '../../ui/states/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextLink } from '../../ui/text/TextLink.tsx';

const REFRESH_MS = 15_000;

/** /staff/clients/:id: one client, wholly. */
export default function ClientPage() {
  const { id = '' } = useParams();
  const known = ANY_ID.test(id);
  const read = useRead(
    readClientFile,
    { params: { id: Number(id) } },
    { enabled: known, refetchMs: REFRESH_MS },
  );
  if (!known || (!read.data && read.error?.code === 404)) {
    return (
      <EmptyState
        title="Такого клиента нет"
        action={<TextLink to={paths.staffClients}>Ко всем клиентам</TextLink>}
      >
        Ссылка ошибочна, или компания вышла из программы.
      </EmptyState>
    );
  }
  if (!read.data && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!read.data) return <CardSkeleton count={2} />;
  return (
    <Stack gap="3">
      <ClientHero client={read.data.data} />
      <ClientParts client={read.data.data} debt={<ClientDebtPanel client={read.data.data} />} />
    </Stack>
  );
}
