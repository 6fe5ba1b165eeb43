import { readTermsVersion } from '#contract/companies/staff-terms.ts';
import { useRead } from '../../../state/use-call.ts';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Paragraphs } from '../../../ui/text/Paragraphs.tsx';
import { CardSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';

/** A version as clients read it. */
export function TermsTextModal({ version, onClose }: { version: number; onClose: () => void }) {
  const read = useRead(readTermsVersion, { params: { version } });
  return (
    <Modal opened onClose={onClose} title={`Редакция № ${version}`} size="wide">
      {read.data ? (
        <Stack gap="1">
          <Paragraphs text={read.data.data.text} />
        </Stack>
      ) : read.error ? (
        <LoadError onReload={() => void read.refetch()} message={read.error.message} />
      ) : (
        <CardSkeleton count={2} />
      )}
    </Modal>
  );
}
