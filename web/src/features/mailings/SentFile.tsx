import { useSearchParams } from 'react-router';
import { downloadSending } from '#contract/mailings.ts';
import { saveFile } from '../../server/download.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Stack } from '../../ui/Stack.tsx';

/** Opens a file that was too large for its email. The link in the email leads here. */
export function SentFile() {
  const id = Number(useSearchParams()[0].get('file')) || 0;
  const save = useAction({ mutationFn: () => saveFile(downloadSending, { params: { id } }) });
  if (id === 0) return null;
  return (
    <Panel title="Отчёт из письма">
      <Stack gap="2">
        <p>Файл не поместился в письмо. Он соберётся заново, с теми же данными.</p>
        {save.error && <Notice tone="error">{save.error.message}</Notice>}
        <Button variant="primary" pending={save.isPending} onClick={() => save.mutate()}>
          Скачать файл
        </Button>
      </Stack>
    </Panel>
  );
}
