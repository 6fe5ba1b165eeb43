import { IconDownload } from '@tabler/icons-react';
import { downloadDocument, downloadSignature } from '#contract/documents.ts';
import { saveFile } from '../../server/download.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './DocumentList.module.css';
import type { MonthlyDocument } from './DocumentRow.tsx';

type Props = { document: MonthlyDocument; named: (deed: string) => string };

/** The document and, once somebody has decided about it, its signature sheet; says why there was no file. */
export function DocumentFiles({ document, named }: Props) {
  const params = { id: document.id };
  const paper = useAction({ mutationFn: () => saveFile(downloadDocument, { params }) });
  const sheet = useAction({ mutationFn: () => saveFile(downloadSignature, { params }) });
  const problem = paper.error ?? sheet.error;

  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={<IconDownload aria-hidden="true" stroke={1.75} />}
        aria-label={named('Скачать')}
        pending={paper.isPending}
        onClick={() => paper.mutate()}
      >
        Скачать
      </Button>
      {document.signature && (
        <Button
          size="small"
          variant="quiet"
          aria-label={named('Лист подписания')}
          pending={sheet.isPending}
          onClick={() => sheet.mutate()}
        >
          Лист подписания
        </Button>
      )}
      {problem && (
        <div className={styles.problem}>
          <Notice tone="error">{problem.message}</Notice>
        </div>
      )}
    </>
  );
}
