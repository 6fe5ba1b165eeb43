import { useSearchParams } from 'react-router';
import {
  listMailings,
  MAX_MAILINGS,
  downloadSending,
  removeMailing,
  listSendings,
} from '#contract/insights/mailings.ts';
import { readMail } from '#contract/messaging/emails.ts';
import { withValues } from '../../../lib/read-address.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { isMailed } from '../../../tables/query-to-mail.ts';
import type { Mailing, MailingSubject } from './mailing-choices.ts';
import { MailingForm } from './MailingForm.tsx';
import { MailingLine, type MailingAction } from './MailingLine.tsx';
import styles from './Mailings.module.css';
import { saveFile } from '../../../server/download.ts';
import { useAction } from '../../../state/use-action.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { useDialogs, type ItemDialog } from '../../../ui/use-dialogs.tsx';
import { DeliveryStatus } from './DeliveryStatus.tsx';

/** Reports that come by mail by themselves. A list's «Присылать на почту» leads here with what it shows. */
export function Mailings() {
  const [search, setSearch] = useSearchParams();
  const given = subjectIn(search);
  // While a mailing is in progress, its status is polled.
  const read = useRead(
    listMailings,
    {},
    { refetchMs: (last) => (last?.data.some((item) => item.last?.state === 'waiting') ? 2000 : false) },
  );
  const mail = useRead(readMail);
  const { open, show, dialog } = useDialogs();
  const forgetGiven = () => setSearch(withValues(search, { new: null, view: null }), { replace: true });
  if (!read.data && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!read.data || mail.isPending) return <ListSkeleton count={3} label="Загружаются рассылки" />;
  const mailings = read.data.data;
  const own = mail.data?.data;
  const email = own?.state === 'confirmed' ? (own.email ?? '') : '';
  const isFull = mailings.length >= MAX_MAILINGS;
  const add = (
    <Button
      variant="primary"
      disabled={isFull}
      disabledReason={`Рассылок не больше ${MAX_MAILINGS}`}
      onClick={() =>
        show((onClose) => <MailingForm mailing={null} subject={null} email={email} onClose={onClose} />)
      }
    >
      Новая рассылка
    </Button>
  );
  return (
    <Stack gap="3">
      <SentFile />
      {mailings.length === 0 ? (
        <EmptyState title="Отчёты будут приходить сами" action={add}>
          Выберите список или сводный отчёт, день и час: файл придёт на почту вам, бухгалтеру или партнёру.
        </EmptyState>
      ) : (
        <Panel title="Рассылки" variant="flush" action={add}>
          <ul className={styles.list}>
            {mailings.map((mailing) => (
              <MailingLine
                key={mailing.id}
                mailing={mailing}
                onAsk={(what) => open(DIALOGS[what], mailing)}
              />
            ))}
          </ul>
        </Panel>
      )}
      {dialog}
      {given && !dialog && <MailingForm mailing={null} subject={given} email={email} onClose={forgetGiven} />}
    </Stack>
  );
}

function subjectIn(search: URLSearchParams): MailingSubject | null {
  const report = search.get('new') ?? '';
  return isMailed(report) ? { report, query: search.get('view') ?? '' } : null;
}

/** Opens a file that was too large for its email. The link in the email leads here. */
function SentFile() {
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

const RemoveDialog = defineConfirmDialog({
  title: 'Удалить рассылку?',
  confirmLabel: 'Удалить',
  text: ({ title }: Mailing) => (
    <p>Отчёт «{title}» больше не придёт никому. Список того, что отправлено, исчезнет.</p>
  ),
  call: removeMailing,
  input: ({ id }) => ({ params: { id } }),
  refresh: [listMailings],
  refreshAfter: ({ code }) => code === 404,
  failed: ({ title }) => `Рассылка не удалена: ${title}`,
});

function ChangeDialog({ item, onClose }: { item: Mailing; onClose: () => void }) {
  return <MailingForm mailing={item} subject={null} email="" onClose={onClose} />;
}

/** Shows the deliveries of a mailing, newest first, each with its file. */
function MailingDeliveries({ item: { id, title }, onClose }: { item: Mailing; onClose: () => void }) {
  const read = useRead(listSendings, { params: { id } });
  const save = useAction({
    mutationFn: (deliveryId: number) => saveFile(downloadSending, { params: { id: deliveryId } }),
  });
  return (
    <Modal opened onClose={onClose} title={`Что отправлено: ${title}`} size="wide">
      {read.data ? (
        <>
          {read.data.data.length === 0 && <p className="ink-2">Ещё ничего не отправляли.</p>}
          {save.error && <Notice tone="error">{save.error.message}</Notice>}
          <ul className={styles.list}>
            {read.data.data.map((item) => (
              <li key={item.id} className={styles.line}>
                <DeliveryStatus sending={item} />
                {item.state === 'sent' && (
                  <Button
                    size="small"
                    variant="quiet"
                    pending={save.isPending && save.variables === item.id}
                    onClick={() => save.mutate(item.id)}
                  >
                    Скачать
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      ) : read.error ? (
        <LoadError onReload={() => void read.refetch()} message={read.error.message} />
      ) : (
        <ListSkeleton count={4} label="Загружаются отправки" />
      )}
    </Modal>
  );
}

const DIALOGS: Record<MailingAction, ItemDialog<Mailing>> = {
  change: ChangeDialog,
  sendings: MailingDeliveries,
  remove: RemoveDialog,
};
