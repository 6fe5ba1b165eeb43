import {
  downloadMyData,
  askForErasure,
  cancelErasure,
  readErasure,
} from '#contract/identity/personal-data.ts';
import { saveFile } from '../../../server/download.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { showToast } from '../../../ui/layers/Toast.tsx';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';

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

const EraseDialog = defineConfirmDialog<null, typeof askForErasure>({
  title: 'Удалить ваши данные?',
  confirmLabel: 'Попросить об удалении',
  text: () => (
    <>
      <p>
        Удалим имя, телефон, почту, входы и устройства, письма, приглашения и второй фактор. Войти в кабинет
        компании вы больше не сможете.
      </p>
      <p>
        Останутся пять лет, как требует закон: подписанные вами документы, подтверждения кодами, движения
        денег и журнал действий. В списках вместо имени будет «Удалённый пользователь».
      </p>
      <p>Просьбу выполнят сотрудники программы в течение тридцати дней, до этого её можно отозвать.</p>
    </>
  ),
  call: askForErasure,
  input: () => ({}),
  refresh: [readErasure],
  failed: 'Просьба об удалении данных не принята',
});

/**
 * «Удалить мои данные»: shows what is erased and what the law requires to be stored, and lets the user withdraw the
 * request.
 */
function Erasure() {
  const { open, dialog } = useDialogs();
  const read = useRead(readErasure);
  const wish = read.data?.data;
  const cancel = useEndpointAction(cancelErasure, {
    refresh: [readErasure],
    left: { failed: 'Просьба об удалении данных не отозвана' },
  });
  if (!wish) return <ReadFailed what="Удаление данных не загрузилось." reads={[read]} />;
  if (wish.asked_at)
    return (
      <Notice
        tone="info"
        title="Вы попросили удалить ваши данные"
        action={
          <Button size="small" pending={cancel.isPending} onClick={() => cancel.mutate({})}>
            Отозвать просьбу
          </Button>
        }
      >
        Просьба от <DateText value={wish.asked_at} style="datetime" />. Её выполняют в течение тридцати дней.{' '}
        {cancel.error?.message ?? wish.obstacle}
      </Notice>
    );
  return (
    <>
      {wish.declined && (
        <Notice tone="warn" title="Мы не удалили ваши данные">
          Ответ от <DateText value={wish.declined.at} style="datetime" />: {wish.declined.reason}
        </Notice>
      )}
      <div>
        <Button disabledReason={wish.obstacle} onClick={() => open(EraseDialog, null)}>
          Удалить мои данные
        </Button>
      </div>
      {dialog}
    </>
  );
}
