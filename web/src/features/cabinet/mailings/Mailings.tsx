import { useState } from 'react';
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
import { MailingLine, type AskedOfMailing } from './MailingLine.tsx';
import styles from './Mailings.module.css';
import { saveFile } from '../../../server/download.ts';
import { useAction } from '../../../state/use-action.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { ConfirmModal, Modal } from '../../../ui/layers/Modal.tsx';
import { DeliveryStatus } from './DeliveryStatus.tsx';

type Asked = { what: AskedOfMailing; of: Mailing } | { what: 'new' } | null;

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
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => {
    setAsked(null);
    if (given) setSearch(withValues(search, { new: null, view: null }), { replace: true });
  };
  if (!read.data && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!read.data || mail.isPending) return <ListSkeleton count={3} label="Загружаются рассылки" />;
  const mailings = read.data.data;
  const isFull = mailings.length >= MAX_MAILINGS;
  const add = (
    <Button
      variant="primary"
      disabled={isFull}
      disabledReason={`Рассылок не больше ${MAX_MAILINGS}`}
      onClick={() => setAsked({ what: 'new' })}
    >
      Новая рассылка
    </Button>
  );
  const own = mail.data?.data;
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
                onAsk={(what) => setAsked({ what, of: mailing })}
              />
            ))}
          </ul>
        </Panel>
      )}
      {(asked?.what === 'new' || (given && !asked)) && (
        <MailingForm
          mailing={null}
          subject={given}
          email={own?.state === 'confirmed' ? (own.email ?? '') : ''}
          onClose={close}
        />
      )}
      {asked?.what === 'change' && <MailingForm mailing={asked.of} subject={null} email="" onClose={close} />}
      {asked?.what === 'sendings' && <MailingDeliveries mailing={asked.of} onClose={close} />}
      {asked?.what === 'remove' && <RemoveMailing mailing={asked.of} onClose={close} />}
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

function RemoveMailing({ mailing: { id, title }, onClose }: { mailing: Mailing; onClose: () => void }) {
  const action = useEndpointAction(removeMailing, {
    refresh: [listMailings],
    refreshAfter: ({ code }) => code === 404,
    left: { failed: `Рассылка не удалена: ${title}` },
  });
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Удалить рассылку?"
      confirmLabel="Удалить"
      danger
      pending={action.isPending}
      error={action.error?.message ?? null}
      onConfirm={() => action.mutate({ params: { id } }, { onSuccess: onClose })}
    >
      <p>Отчёт «{title}» больше не придёт никому. Список того, что отправлено, исчезнет.</p>
    </ConfirmModal>
  );
}

/** Shows the deliveries of a mailing, newest first, each with its file. */
function MailingDeliveries({ mailing: { id, title }, onClose }: { mailing: Mailing; onClose: () => void }) {
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
