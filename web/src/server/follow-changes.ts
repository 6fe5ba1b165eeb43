import {
  CHANGE_TOPICS,
  followChanges as endpoint,
  STREAM_BEAT_SECONDS,
  STREAM_EVENT,
  type ChangeTopic,
} from '#contract/messaging/live.ts';
import { openCall } from './client.ts';

/** A stream that is silent for this long is dead, whatever state the connection shows. */
const SILENCE_MS = STREAM_BEAT_SECONDS * 2.5 * 1000;

export interface StreamListeners {
  opened(): void;
  beat(): void;
  changed(topics: readonly ChangeTopic[]): void;
}

/**
 * Reads `GET /api/events` to its end. Returns `ended` if the session is over or may not read, `lost` if another try may
 * help. Never throws.
 */
export async function followChanges(left: AbortSignal, ears: StreamListeners): Promise<'ended' | 'lost'> {
  const own = new AbortController();
  const leave = () => own.abort();
  left.addEventListener('abort', leave);
  let silence = setTimeout(leave, SILENCE_MS);
  try {
    const reply = await openCall(endpoint, { signal: own.signal });
    if (reply.status === 401 || reply.status === 403) return 'ended';
    if (!reply.ok || !reply.body) return 'lost';
    for await (const event of parseEvents(reply.body)) {
      clearTimeout(silence);
      silence = setTimeout(leave, SILENCE_MS);
      if (event.name === STREAM_EVENT.ended) return 'ended';
      if (event.name === STREAM_EVENT.open) ears.opened();
      else if (event.name === STREAM_EVENT.changed) ears.changed(parseTopics(event.data));
      else ears.beat();
    }
    return 'lost';
  } catch {
    return 'lost';
  } finally {
    clearTimeout(silence);
    left.removeEventListener('abort', leave);
    own.abort();
  }
}

/** Parses a stream of events (HTML, "Server-sent events"); a comment is an event without a name. */
async function* parseEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ name: string | null; data: string }> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (text + value).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const lines = part.split('\n');
      const read = (field: string) =>
        lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2);
      yield { name: read('event') ?? null, data: read('data') ?? '' };
    }
  }
}

/** Leaves out topics that this page does not know: the server may be newer. */
function parseTopics(data: string): ChangeTopic[] {
  const input: unknown = JSON.parse(data);
  return CHANGE_TOPICS.filter((topic) => Array.isArray(input) && input.includes(topic));
}
