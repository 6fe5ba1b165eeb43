import { listDocuments, resendDocument } from '#contract/documents.ts';
import { useDeed } from '../../api/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Sends a document that did not arrive to the EDM operator again. */
export function ResendButton({ documentId }: { documentId: number }) {
  const deed = useDeed(resendDocument, { refresh: [listDocuments] });
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        pending={deed.isPending}
        onClick={() => deed.mutate({ params: { id: documentId } })}
      >
        Отправить снова
      </Button>
      {deed.error && <Notice tone="error">{deed.error.message}</Notice>}
    </>
  );
}
