import type { CallFailed } from '../../../server/client.ts';
import { CATALOGUE } from '../../../forms/failure-catalogue.ts';

/** The limit editor's message for a failure: the server's messages joined by line breaks, else the catalogue's own. */
export function limitFailure({
  code,
  fields,
  message,
}: Pick<CallFailed, 'code' | 'fields' | 'message'>): string {
  const sentences = Object.values(fields).flat();
  if (sentences.length > 0) return [...new Set(sentences)].join('\n');
  return code === 503 || (code >= 400 && code < 500) ? message : CATALOGUE.limitNotSaved.text;
}
