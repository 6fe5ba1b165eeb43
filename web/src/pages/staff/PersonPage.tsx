import { useParams } from 'react-router';
import { readPersonFile } from '#contract/companies/client-people.ts';
import { PersonFile } from '../../features/staff/clients/PersonFile.tsx';
import { ANY_ID } from '../../lib/read-address.ts';
import { paths } from '../../paths.ts';
import { useRead } from '../../state/use-call.ts';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { LoadError } from '../../ui/states/LoadError.tsx';
import { CardSkeleton } from '../../ui/states/Skeleton.tsx';
import { TextLink } from '../../ui/text/TextLink.tsx';

/** /staff/people/:id: one person with all his companies. */
export default function PersonPage() {
  const { id = '' } = useParams();
  const known = ANY_ID.test(id);
  const read = useRead(readPersonFile, { params: { id: Number(id) } }, { enabled: known });
  if (!known || (!read.data && read.error?.code === 404)) {
    return (
      <EmptyState
        title="Такого человека нет"
        action={<TextLink to={paths.staffClients}>Ко всем клиентам</TextLink>}
      >
        Ссылка ошибочна, или он не работал ни в одной компании.
      </EmptyState>
    );
  }
  if (!read.data && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!read.data) return <CardSkeleton count={2} />;
  return <PersonFile person={read.data.data} />;
}
