import { useLayoutEffect, useRef, type ChangeEvent, type RefObject } from 'react';

/**
 * Keeps the caret in place while a mask rewrites the text around it. Call `remember` with the change event before the
 * new value is set. It returns the text to mask. A key that deleted only a mark of the mask deletes the kept character
 * beyond it, otherwise Backspace would be stuck at a bracket.
 */
export function useCaret(pattern: RegExp): {
  ref: RefObject<HTMLInputElement | null>;
  remember: (event: ChangeEvent<HTMLInputElement>) => string;
} {
  const ref = useRef<HTMLInputElement>(null);
  const pending = useRef<{ matchingAfter: number; forward: boolean } | null>(null);

  const shown = useRef('');

  useLayoutEffect(() => {
    const input = ref.current;
    shown.current = input?.value ?? '';
    const place = pending.current;
    pending.current = null;
    if (!input || !place || document.activeElement !== input) return;
    const caret = caretPosition(input.value, place.matchingAfter, pattern, place.forward);
    input.setSelectionRange(caret, caret);
  });

  function remember(event: ChangeEvent<HTMLInputElement>): string {
    const { value, selectionEnd } = event.currentTarget;
    const { inputType } = event.nativeEvent as InputEvent;
    const forward = inputType === 'deleteContentForward';
    const deleted = forward || inputType === 'deleteContentBackward';
    const caret = selectionEnd ?? value.length;
    const edited =
      deleted && shown.current.length === value.length + 1
        ? deleteAcrossSeparator({ before: shown.current, value, caret, forward }, pattern)
        : { value, caret };
    pending.current = { matchingAfter: countMatching(edited.value.slice(edited.caret), pattern), forward };
    return edited.value;
  }
  return { ref, remember };
}

/** Returns the text without the kept character nearest to the caret where only a mark of the mask was deleted. */
export function deleteAcrossSeparator(
  { before, value, caret, forward }: { before: string; value: string; caret: number; forward: boolean },
  pattern: RegExp,
): { value: string; caret: number } {
  if (countMatching(before, pattern) !== countMatching(value, pattern)) return { value, caret };
  const places = Array.from(value, (_, place) => place).filter((place) => pattern.test(value[place] ?? ''));
  const place = forward ? places.find((at) => at >= caret) : places.findLast((at) => at < caret);
  if (place === undefined) return { value, caret };
  return { value: value.slice(0, place) + value.slice(place + 1), caret: forward ? caret : place };
}

/**
 * The position in the masked text that has exactly this many kept characters after it, counted from the end because a
 * mask puts its own characters at the start. If there are several, the leftmost; for forward deletion the rightmost.
 */
export function caretPosition(
  masked: string,
  charactersAfter: number,
  pattern: RegExp,
  forward = false,
): number {
  const places = Array.from({ length: masked.length + 1 }, (_, place) => place).filter(
    (place) => countMatching(masked.slice(place), pattern) === charactersAfter,
  );
  return (forward ? places.at(-1) : places[0]) ?? masked.length;
}

function countMatching(text: string, pattern: RegExp): number {
  return [...text].filter((character) => pattern.test(character)).length;
}
