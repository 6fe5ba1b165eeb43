/** Gives a call up after this long, because a connection can die without a signal. */
const SILENCE_MS = 60_000;
/** While a file is uploaded through a slow connection, no response comes. */
const UPLOAD_MS = 600_000;
/** A response that has started may be long, and the connection slow. */
const REST_MS = 300_000;

export interface Wait {
  signal: AbortSignal;
  /** Called when the answer has started, or a part of the answer has arrived. */
  received(): void;
  end(): void;
}

/** Gives a call up when its caller does, or after a long silence. Call `end` when it is over. */
export function waitForAnswer(input: { file?: File; signal?: AbortSignal }): Wait {
  const own = new AbortController();
  const leave = () => own.abort(input.signal?.reason);
  if (input.signal?.aborted) leave();
  input.signal?.addEventListener('abort', leave);
  const giveUp = () => own.abort(new Error('No answer'));
  let silence = setTimeout(giveUp, input.file ? UPLOAD_MS : SILENCE_MS);
  return {
    signal: own.signal,
    received() {
      clearTimeout(silence);
      silence = setTimeout(giveUp, REST_MS);
    },
    end() {
      clearTimeout(silence);
      input.signal?.removeEventListener('abort', leave);
    },
  };
}
