import { useLayoutEffect, useRef, type ChangeEvent, type RefObject } from 'react';

/**
 * Keeps the caret in place while a mask rewrites the text around it. Call `remember` with the change event before the
 * new value is set.
 */
export function useCaret(isKept: RegExp): {
  ref: RefObject<HTMLInputElement | null>;
  remember: (event: ChangeEvent<HTMLInputElement>) => void;
} {
  const ref = useRef<HTMLInputElement>(null);
  const pending = useRef<{ keptAfter: number; forward: boolean } | null>(null);

  useLayoutEffect(() => {
    const input = ref.current;
    const place = pending.current;
    pending.current = null;
    if (!input || !place || document.activeElement !== input) return;
    const caret = caretPosition(input.value, place.keptAfter, isKept, place.forward);
    input.setSelectionRange(caret, caret);
  });

  function remember(event: ChangeEvent<HTMLInputElement>) {
    const { value, selectionEnd } = event.currentTarget;
    const native = event.nativeEvent as InputEvent;
    pending.current = {
      keptAfter: countKept(value.slice(selectionEnd ?? value.length), isKept),
      forward: native.inputType === 'deleteContentForward',
    };
  }
  return { ref, remember };
}

/**
 * The position in the masked text that has exactly this many kept characters after it, counted from the end because a
 * mask puts its own characters at the start. If there are several, the leftmost; for forward deletion the rightmost.
 */
export function caretPosition(masked: string, keptAfter: number, isKept: RegExp, forward = false): number {
  const places = Array.from({ length: masked.length + 1 }, (_, place) => place).filter(
    (place) => countKept(masked.slice(place), isKept) === keptAfter,
  );
  return (forward ? places.at(-1) : places[0]) ?? masked.length;
}

function countKept(text: string, isKept: RegExp): number {
  return [...text].filter((character) => isKept.test(character)).length;
}
