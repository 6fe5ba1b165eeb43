import { useState } from 'react';
import { IconDownload } from '@tabler/icons-react';
import { can } from '#contract/access.ts';
import { downloadAct, listOrders, readOrder, saveAct } from '#contract/orders/orders.ts';
import { CATALOGUE, fill } from '../../../forms/failure-catalogue.ts';
import { saveFile } from '../../../server/download.ts';
import { useRole } from '../../../server/session.ts';
import { useAction } from '../../../state/use-action.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FileField } from '../../../forms/FileField.tsx';
import { CARD_FORMS, toneOfPartner } from '../../../cards/describe-card.ts';
import { counted } from '#contract/values/counted.ts';
import { Button } from '../../../ui/Button.tsx';
import { ProgressBar, SegmentKey } from '../../../ui/text/Meter.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { isRejected, type CardRequest } from './RequestList.tsx';
import styles from './RequestActs.module.css';

type Item = CardRequest['items'][number];

/**
 * The ordered items, each with its act. A specialist has no actions on acts (docs/specification.md 2), and of a rejected
 * request nothing is handed over. An item has no act before its cards are issued.
 */
export function RequestActs({ request }: { request: CardRequest }) {
  const mayAct = can(useRole(), 'uploadAct') && !isRejected(request);
  return (
    <Panel title="Карты по сетям" variant="flush">
      <ul className={styles.items}>
        {request.items.map((item) => (
          <li key={item.id} className={styles.item}>
            <Row between>
              <span className={styles.network}>
                <SegmentKey tone={toneOfPartner(item.partner_id)} />
                {item.partner_title}
              </span>
              <span className={styles.count}>
                {counted(item.cards_cnt, CARD_FORMS)} по <Money value={item.card_price} />
              </span>
            </Row>
            {item.has_act && <StatusLabel tone="go">Подписанный акт загружен</StatusLabel>}
            {mayAct && item.issued && <ItemAct item={item} />}
            {mayAct && !item.issued && (
              <p className="ink-2">Акт появится здесь, когда сеть выпустит карты.</p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function ItemAct({ item }: { item: Item }) {
  const [file, setFile] = useState<File | null>(null);
  const save = useAction({ mutationFn: () => saveFile(downloadAct, { query: { item_id: item.id } }) });
  const upload = useEndpointAction(saveAct, {
    refresh: [readOrder, listOrders],
    left: { failed: `Акт не загружен: ${item.partner_title}` },
  });

  function send() {
    if (file) upload.mutate({ body: { id: item.id }, file }, { onSuccess: () => setFile(null) });
  }
  const sent = upload.variables?.file?.name;

  return (
    <Stack gap="1">
      <Row>
        <Button
          size="small"
          icon={<IconDownload aria-hidden="true" stroke={1.75} />}
          onClick={() => save.mutate()}
          pending={save.isPending}
          aria-label={`Скачать акт: ${item.partner_title}`}
        >
          Скачать акт
        </Button>
      </Row>
      {save.error && <Notice tone="error">{save.error.message}</Notice>}
      <FileField
        label={
          item.has_act ? `Заменить акт: ${item.partner_title}` : `Подписанный акт: ${item.partner_title}`
        }
        extensions={ACT_EXTENSIONS}
        value={file}
        onChange={(next) => {
          setFile(next);
          upload.reset();
        }}
        disabled={upload.isPending}
      />
      {upload.isPending && <ProgressBar label={`Загружается ${sent ?? 'файл'}`} />}
      {upload.isSuccess && (
        <Notice tone="go">{fill(CATALOGUE.actUploaded.text, { file: sent ?? '' })}</Notice>
      )}
      {upload.isError && (
        <Notice tone="error">{fill(CATALOGUE.actNotUploaded.text, { message: upload.error.message })}</Notice>
      )}
      {file && (
        <Row>
          <Button
            size="small"
            variant="primary"
            onClick={send}
            pending={upload.isPending}
            aria-label={`Загрузить акт: ${item.partner_title}`}
          >
            Загрузить акт
          </Button>
        </Row>
      )}
    </Stack>
  );
}

const ACT_EXTENSIONS = ['png', 'jpg', 'pdf'] as const;
