import { downloadSending, listSendings } from '#contract/mailings.ts';
import { saveFile } from '../../server/download.ts';
import { useAction } from '../../state/use-action.ts';
import { useRead } from '../../state/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ListSkeleton } from '../../ui/Skeleton.tsx';
import type { Mailing } from './mailing-choices.ts';
import { DeliveryStatus } from './DeliveryStatus.tsx';
import styles from './Mailings.module.css';

/** Shows the deliveries of a mailing, newest first, each with its file. */
export function MailingDeliveries({
  mailing: { id, title },
  onClose,
}: {
  mailing: Mailing;
  onClose: () => void;
}) {
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
