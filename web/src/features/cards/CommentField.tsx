import { useRef, useState } from 'react';
import { setCardComment } from '#contract/cards.ts';
import { COMMENT_DEBOUNCE_MS, COMMENT_MAX_LENGTH } from '#contract/limits.ts';
import { can } from '#contract/access.ts';
import { useRole } from '../../api/session.ts';
import type { Card } from '../../forms/describe-card.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { TextField } from '../../ui/TextField.tsx';
import { READ_ONLY } from './card-state.ts';
import { useCardDeed } from './use-card-deed.ts';

/** The card's name among colleagues; saved 500 ms after typing stops (spec section 5). */
export function CommentField({ card }: { card: Card }) {
  const [text, setText] = useState(card.comment);
  const [dirty, setDirty] = useState(false);
  const deed = useCardDeed(setCardComment);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const mayWrite = can(useRole(), 'changeCard');

  // One save at a time: an older text must not arrive after a newer one.
  const save = useDebounced((comment: string) => {
    before.current = before.current
      .then(() => deed.mutateAsync({ params: { id: card.id }, body: { comment } }))
      .catch(() => {});
    setDirty(false);
  }, COMMENT_DEBOUNCE_MS);

  const state = dirty
    ? 'Сохраним, когда закончите печатать'
    : deed.isPending
      ? 'Сохраняется…'
      : deed.isSuccess
        ? 'Сохранено'
        : 'Например, номер машины или имя водителя';
  return (
    <TextField
      label="Комментарий"
      help={mayWrite ? state : READ_ONLY}
      error={deed.isError && !dirty ? `Не сохранено. ${deed.error.message}` : null}
      value={text}
      maxLength={COMMENT_MAX_LENGTH}
      readOnly={!mayWrite}
      onBlur={save.flush}
      onChange={(next) => {
        setText(next);
        setDirty(true);
        save.call(next.trim());
      }}
    />
  );
}
