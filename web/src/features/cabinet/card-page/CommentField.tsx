import { useRef, useState } from 'react';
import { shortNumber } from '#contract/values/card-number.ts';
import { setCardComment } from '#contract/cards/cards.ts';
import { COMMENT_DEBOUNCE_MS, COMMENT_MAX_LENGTH } from '#contract/limits.ts';
import { can } from '#contract/access.ts';
import { useRole } from '../../../server/session.ts';
import type { Card } from '../../../cards/describe-card.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { useHandOnFocus } from '../../../lib/use-hand-on-focus.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { READ_ONLY } from '../../../cards/card-state.ts';
import { useCardAction } from '../../../cards/use-card-action.ts';

/** The card's name among colleagues; saved 500 ms after typing stops (spec section 5). */
export function CommentField({ card }: { card: Card }) {
  const [text, setText] = useState(card.comment);
  const [known, setKnown] = useState(card.comment);
  // True from the first letter until exactly this text has been saved: a colleague's comment does not overwrite it.
  const [isTyped, setIsTyped] = useState(false);
  const newest = useRef('');
  const [dirty, setDirty] = useState(false);
  const [again, setAgain] = useState(false);
  // The failure itself is forgotten where an ended session was the reason; the text is still unsaved.
  const [unsaved, setUnsaved] = useState(false);
  const action = useCardAction(setCardComment, {
    onFailure: () => setUnsaved(true),
    left: { failed: `Карта ${shortNumber(card.card_number)}: комментарий не сохранён` },
  });
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const mayWrite = can(useRole(), 'changeCard');

  // One save at a time: an older text must not arrive after a newer one.
  function send(comment: string) {
    before.current = before.current
      .then(() => {
        setUnsaved(false);
        return action.mutateAsync({ params: { id: card.id }, body: { comment } });
      })
      .then(() => {
        if (newest.current === comment) setIsTyped(false);
      })
      .catch(() => {});
    setDirty(false);
  }
  const save = useDebounced(send, COMMENT_DEBOUNCE_MS);

  if (card.comment !== known) {
    setKnown(card.comment);
    // A space that was typed at the end is not saved, and stays for the next word.
    if (!isTyped && card.comment !== text.trim()) setText(card.comment);
  }

  const state = dirty
    ? 'Сохраним, когда закончите печатать'
    : action.isPending
      ? 'Сохраняется…'
      : action.isSuccess
        ? 'Сохранено'
        : 'Например, номер машины или имя водителя';
  const refused = !dirty && (unsaved || (again && action.isPending));
  return (
    <Stack gap="1" data-print="hide">
      <TextField
        label="Комментарий"
        help={mayWrite ? state : READ_ONLY}
        error={unsaved && !dirty ? `Не сохранено. ${action.error?.message ?? ''}`.trim() : null}
        value={text}
        maxLength={COMMENT_MAX_LENGTH}
        readOnly={!mayWrite}
        onBlur={save.flush}
        onChange={(next) => {
          setText(next);
          setIsTyped(true);
          newest.current = next.trim();
          setDirty(true);
          setAgain(false);
          save.call(next.trim());
        }}
      />
      {refused && (
        <SaveAgain
          saving={action.isPending}
          onSave={() => {
            setAgain(true);
            send(text.trim());
          }}
        />
      )}
    </Stack>
  );
}

function SaveAgain({ saving, onSave }: { saving: boolean; onSave: () => void }) {
  const button = useHandOnFocus<HTMLButtonElement>();
  return (
    <Row>
      <Button ref={button} size="small" pending={saving} onClick={onSave}>
        Сохранить ещё раз
      </Button>
    </Row>
  );
}
