import { IconFileZip } from '@tabler/icons-react';
import { MAX_ARCHIVE_DOCUMENTS, downloadArchive } from '#contract/papers/document-archive.ts';
import { saveFile } from '../../../server/download.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/layers/Toast.tsx';

/** A month, or a network of a month, which the archive is then named after; else the numbers of documents. */
export type ArchiveScope = { month: string; partnerId?: number } | { ids: readonly number[] };

type Props = { of: ArchiveScope; count: number; text: string; label?: string; quiet?: boolean };

/** Documents as one ZIP. */
export function ArchiveButton({ of, count, text, label, quiet }: Props) {
  const archive = useAction({
    mutationFn: () =>
      saveFile(downloadArchive, {
        query: 'ids' in of ? { ids: of.ids.join(',') } : { month: of.month, partner_id: of.partnerId },
      }),
    onError: ({ message }: Error) => showToast({ tone: 'stop', title: 'Архив не скачан', message }),
  });
  return (
    <Button
      size="small"
      variant={quiet ? 'quiet' : 'secondary'}
      icon={<IconFileZip aria-hidden="true" stroke={1.75} />}
      aria-label={label}
      pending={archive.isPending}
      disabled={count > MAX_ARCHIVE_DOCUMENTS}
      disabledReason={`В одном архиве не больше ${MAX_ARCHIVE_DOCUMENTS} документов`}
      onClick={() => archive.mutate()}
    >
      {text}
    </Button>
  );
}
