import { downloadMyData } from '#contract/personal-data.ts';
import { saveFile } from '../../server/download.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { showToast } from '../../ui/Toast.tsx';
import { Erasure } from './Erasure.tsx';

/** Lets users request a copy of their own data, and its erasure. */
export function MyDataPanel() {
  const saving = useAction({
    mutationFn: () => saveFile(downloadMyData),
    onError: (failure: Error) =>
      showToast({ title: 'Файл не сохранён', message: failure.message, tone: 'stop' }),
  });
  return (
    <Panel title="Данные о вас">
      <Stack>
        <p className="ink-2">
          Копия всего, что программа знает о вас: профиль, согласия, входы, письма и СМС, заявки, ваши
          действия.
        </p>
        <Row>
          <Button pending={saving.isPending} onClick={() => saving.mutate()}>
            Скачать мои данные
          </Button>
        </Row>
        <Erasure />
      </Stack>
    </Panel>
  );
}
