import {
  listEmbeddedEdm,
  setEmbeddedEdm,
  answerEmbeddedEdm,
  type EMBEDDED_EDM_ACTIONS,
  type EmbeddedEdmAnswer,
} from '#contract/papers/edm-development.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack, Row } from '../../../ui/Stack.tsx';
import { useState } from 'react';
import { DateText } from '../../../ui/text/DateText.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { EndpointData } from '#contract/endpoint.ts';

const REFRESH_MS = 2000;
const BUSY_SECONDS = 30;

/**
 * Shows the documents at the embedded operator of electronic documents, and the buyer's answers to them (docs/calls.md
 * 8).
 */
export function EmbeddedEdm() {
  const read = useRead(listEmbeddedEdm, {}, { refetchMs: REFRESH_MS, keepPrevious: true });
  const action = useEndpointAction(setEmbeddedEdm, { refresh: [listEmbeddedEdm] });
  if (read.error?.code === 404)
    return <EmptyState title="Учебного оператора нет">Портал подключён к настоящему</EmptyState>;
  if (read.error) return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  if (!read.data) return <ListSkeleton count={3} />;
  const { companies, documents } = read.data.data;
  return (
    <>
      <Panel title="Учебный оператор отвечает как Диадок">
        <Stack>
          {companies.map(({ inn, by_hand: byHand }) => (
            <Checkbox
              key={inn}
              label={`Отвечать за ИНН ${inn} самому`}
              checked={byHand}
              onChange={(checked) => action.mutate({ body: { inn, by_hand: checked } })}
            />
          ))}
          {action.error && <Notice tone="error">{action.error.message}</Notice>}
          <Button
            pending={action.isPending}
            onClick={() => action.mutate({ body: { busy_seconds: BUSY_SECONDS } })}
          >
            Занять оператора на {BUSY_SECONDS} секунд
          </Button>
        </Stack>
      </Panel>
      {documents.length === 0 && (
        <EmptyState title="Документов пока нет">
          Подключите ЭДО в кабинете и опубликуйте документ — он появится здесь сам
        </EmptyState>
      )}
      {documents.map((document) => (
        <EmbeddedDocumentPanel key={document.id} document={document} />
      ))}
    </>
  );
}

/** A document at the embedded operator, to be answered in the buyer's place. */
function EmbeddedDocumentPanel({ document }: { document: EmbeddedDocument }) {
  const [text, setText] = useState('');
  const action = useEndpointAction(answerEmbeddedEdm, { refresh: [listEmbeddedEdm] });
  const { id, inn, name, written_at: writtenAt, deeds: actions } = document;
  const takesText = actions.some((item) => ACTION_LABELS[item].needsText);
  return (
    <Panel title={name}>
      <Stack>
        <p>
          ИНН {inn}, <DateText value={writtenAt} style="time" />: {formatState(document)}
          {document.text && `. ${document.text}`}
        </p>
        {takesText && <TextField label="Текст покупателя" value={text} onChange={setText} maxLength={250} />}
        {action.error && <Notice tone="error">{action.error.message}</Notice>}
        {actions.length > 0 && (
          <Row>
            {actions.map((item) => (
              <Button
                key={item}
                size="small"
                disabledReason={
                  ACTION_LABELS[item].needsText && text.trim() === '' ? 'Напишите текст покупателя' : null
                }
                onClick={() =>
                  action.mutate({ body: { id, deed: item, text } }, { onSuccess: () => setText('') })
                }
              >
                {ACTION_LABELS[item].label}
              </Button>
            ))}
          </Row>
        )}
      </Stack>
    </Panel>
  );
}

type EmbeddedDocument = EndpointData<typeof listEmbeddedEdm>['documents'][number];
type EmbeddedAction = (typeof EMBEDDED_EDM_ACTIONS)[number];

const ACTION_LABELS: Record<EmbeddedAction, { label: string; needsText: boolean }> = {
  sign: { label: 'Подписать', needsText: false },
  disagree: { label: 'Подписать с разногласиями', needsText: true },
  refuse: { label: 'Отказать в подписи', needsText: true },
  'ask-annulment': { label: 'Попросить аннулировать', needsText: true },
  'propose-annulment': { label: 'Подписать наше предложение аннулировать', needsText: false },
  'accept-annulment': { label: 'Согласиться аннулировать', needsText: false },
  'reject-annulment': { label: 'Не аннулировать', needsText: false },
};

const STAGES = { draft: 'черновик', sent: 'отправлен', delivered: 'ждёт ответа' };
const ANSWERS: Record<EmbeddedEdmAnswer, string> = {
  signed: 'подписан',
  disagreed: 'подписан с разногласиями',
  refused: 'в подписи отказано',
};
const ANNULMENTS = {
  ours: 'мы предлагаем аннулировать',
  theirs: 'покупатель просит аннулировать',
  accepted: 'аннулирован',
  rejected: 'аннулировать отказались',
};

/** «подписан, покупатель просит аннулировать». */
function formatState({ stage, answer, annulment }: EmbeddedDocument): string {
  return [answer ? ANSWERS[answer] : STAGES[stage], annulment && ANNULMENTS[annulment]]
    .filter(Boolean)
    .join(', ');
}
