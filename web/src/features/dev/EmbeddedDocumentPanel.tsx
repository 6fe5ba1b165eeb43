import { useState } from 'react';
import { answerEmbeddedEdm, listEmbeddedEdm } from '#contract/edm-development.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ACTION_LABELS, formatState, type EmbeddedDocument } from './embedded-edm-labels.ts';

/** A document at the embedded operator, to be answered in the buyer's place. */
export function EmbeddedDocumentPanel({ document }: { document: EmbeddedDocument }) {
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
        {takesText && <TextField label="Слова покупателя" value={text} onChange={setText} maxLength={250} />}
        {action.error && <Notice tone="error">{action.error.message}</Notice>}
        {actions.length > 0 && (
          <Row>
            {actions.map((item) => (
              <Button
                key={item}
                size="small"
                disabledReason={
                  ACTION_LABELS[item].needsText && text.trim() === '' ? 'Напишите слова покупателя' : null
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
