import { useState } from 'react';
import { answerEmbeddedEdm, listEmbeddedEdm } from '#contract/edm-development.ts';
import { useDeed } from '../../deeds/use-deed.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { DEED_WORDS, stateOf, type EmbeddedDocument } from './embedded-edm-words.ts';

/** A document at the embedded operator, to be answered in the buyer's place. */
export function EmbeddedDocumentPanel({ document }: { document: EmbeddedDocument }) {
  const [text, setText] = useState('');
  const deed = useDeed(answerEmbeddedEdm, { refresh: [listEmbeddedEdm] });
  const { id, inn, name, written_at: writtenAt, deeds } = document;
  const takesText = deeds.some((one) => DEED_WORDS[one].needsText);
  return (
    <Panel title={name}>
      <Stack>
        <p>
          ИНН {inn}, <DateText value={writtenAt} style="time" />: {stateOf(document)}
          {document.text && `. ${document.text}`}
        </p>
        {takesText && <TextField label="Слова покупателя" value={text} onChange={setText} maxLength={250} />}
        {deed.error && <Notice tone="error">{deed.error.message}</Notice>}
        {deeds.length > 0 && (
          <Row>
            {deeds.map((one) => (
              <Button
                key={one}
                size="small"
                disabledReason={
                  DEED_WORDS[one].needsText && text.trim() === '' ? 'Напишите слова покупателя' : null
                }
                onClick={() =>
                  deed.mutate({ body: { id, deed: one, text } }, { onSuccess: () => setText('') })
                }
              >
                {DEED_WORDS[one].label}
              </Button>
            ))}
          </Row>
        )}
      </Stack>
    </Panel>
  );
}
