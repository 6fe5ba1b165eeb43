import { readConsent } from '#contract/identity/consents.ts';
import { useRead } from '../../../state/use-call.ts';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Paragraphs } from '../../../ui/text/Paragraphs.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';

type Props = { opened: boolean; onClose: () => void };

/** The consent to the processing of personal data, in exactly the words that the server records. */
export function ConsentModal({ opened, onClose }: Props) {
  const consent = useRead(readConsent);
  return (
    <Modal opened={opened} onClose={onClose} title="Согласие на обработку персональных данных" size="wide">
      <Stack>
        {consent.isPending && <ListSkeleton />}
        {consent.isError && (
          <LoadError onReload={() => void consent.refetch()} reloading={consent.isFetching} />
        )}
        {consent.data && <Paragraphs text={consent.data.data.text} untitled />}
      </Stack>
    </Modal>
  );
}
