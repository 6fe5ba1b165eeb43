import { listDocuments, resendDocument } from '#contract/documents.ts';
import { useDeed } from '../../deeds/use-deed.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

export const RESEND = 'Отправить снова';

/** Sends a document that did not arrive to the EDM operator again. */
export function ResendButton({ documentId, label }: { documentId: number; label: string }) {
  const deed = useDeed(resendDocument, { refresh: [listDocuments] });
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={label}
        pending={deed.isPending}
        onClick={() => deed.mutate({ params: { id: documentId } })}
      >
        {RESEND}
      </Button>
      {deed.error && <Notice tone="error">{deed.error.message}</Notice>}
    </>
  );
}
