import { can } from '#contract/access.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import {
  addDisputePhoto,
  DISPUTE_KIND_TITLE,
  downloadDisputePhoto,
  listDisputes,
  withdrawDispute,
} from '#contract/fuel/disputes.ts';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { useAction } from '../../../state/use-action.ts';
import { DisputeStatus } from '../../../cards/DisputeStatus.tsx';
import { EvidenceText } from '../../../cards/EvidenceText.tsx';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FileForm } from '../../../forms/FileForm.tsx';
import { saveFile } from '../../../server/download.ts';
import { useRole } from '../../../server/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';

type Dispute = EndpointData<typeof listDisputes>[number];

const PHOTO_EXTENSIONS = ['png', 'jpg', 'pdf'] as const;

/** A dispute as both sides know it: its state, term, evidence and answer. */
export function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { kind, text, state, due, evidence, answer, held, refund, ended_at: endedAt } = dispute;
  return (
    <Stack gap="1">
      <Row>
        <DisputeStatus state={state} />
        {endedAt === null ? (
          <span className="ink-2">
            ответ до <DateText value={due} />
          </span>
        ) : (
          <DateText value={endedAt} />
        )}
        {refund !== null && <Money value={refund} />}
      </Row>
      {held !== null && (
        <p>
          На удержании до ответа: <Money value={held} />
        </p>
      )}
      <p>
        {DISPUTE_KIND_TITLE[kind]}: {text}
      </p>
      {answer !== null && <Notice>Ответ: {answer}</Notice>}
      {evidence.length > 0 && (
        <ul aria-label="Что знает портал">
          {evidence.map((sentence) => (
            <li key={sentence} className="type-small ink-2">
              <EvidenceText>{sentence}</EvidenceText>
            </li>
          ))}
        </ul>
      )}
      <Photo dispute={dispute} />
    </Stack>
  );
}

function Photo({ dispute }: { dispute: Dispute }) {
  const { id, photo, ended_at: endedAt } = dispute;
  const mayChange = can(useRole(), 'changeCard') && endedAt === null;
  const { open, dialog } = useDialogs();
  const save = useAction({ mutationFn: () => saveFile(downloadDisputePhoto, { params: { id } }) });
  const upload = useEndpointAction(addDisputePhoto, {
    refresh: [listDisputes],
    left: { failed: 'Фото не приложено' },
  });
  return (
    <>
      <Row>
        {photo !== null && (
          <Button size="small" onClick={() => save.mutate()} pending={save.isPending}>
            {`Фото: ${photo}`}
          </Button>
        )}
        {mayChange && (
          <Button size="small" onClick={() => open(WithdrawDialog, dispute)}>
            Отозвать спор
          </Button>
        )}
      </Row>
      {save.error && <Notice tone="error">{save.error.message}</Notice>}
      {mayChange && (
        <FileForm
          label={photo === null ? 'Фото чека' : 'Другое фото чека'}
          extensions={PHOTO_EXTENSIONS}
          missing="Выберите фото или скан"
          submitLabel="Приложить фото"
          action={{
            ...upload,
            mutate: ({ file }, after) => upload.mutate({ params: { id }, file }, after),
          }}
        >
          {null}
        </FileForm>
      )}
      {dialog}
    </>
  );
}

const WithdrawDialog = defineConfirmDialog({
  title: 'Отозвать спор?',
  confirmLabel: 'Отозвать',
  text: () => <p>Покупка останется как есть. Спор по ней можно открыть снова.</p>,
  call: withdrawDispute,
  input: ({ id }: Dispute) => ({ params: { id }, body: {} }),
  refresh: [listDisputes],
  failed: 'Спор не отозван',
});
