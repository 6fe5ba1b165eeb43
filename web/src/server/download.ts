import { issueDownloadTicket } from '#contract/identity/auth.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { callForFile } from './call-for-file.ts';
import { call, CallFailed, buildPath, SERVER_ERROR, type CallInput } from './client.ts';

/**
 * A link that a browser may open by itself: valid for this one path, for one minute, once. The session's own token
 * never appears in a URL (docs/calls.md 1).
 */
export async function ticketUrl<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<string> {
  const path = buildPath(endpoint, input);
  const { data } = await call(issueDownloadTicket, { body: { path } });
  return `${path}${path.includes('?') ? '&' : '?'}xAuthToken=${encodeURIComponent(data.ticket)}`;
}

/** Saves a file to the person's disk, whole or not at all. Throws CallFailed. */
export async function saveFile<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E> = {},
  onProgress?: (bytes: number) => void,
): Promise<void> {
  const { file, name } = await callForFile(endpoint, input, onProgress);
  putOnDisk(file, name);
}

/** Reads a PDF whole and gives it to the printer; a browser that shows no PDFs saves it. Throws CallFailed. */
export async function printFile<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  print: (pdf: Blob) => Promise<void>,
): Promise<void> {
  const { file, name } = await callForFile(endpoint, input);
  // A frame shows whatever it is given: a proxy's text would be printed in place of a document.
  if (file.type !== 'application/pdf') throw new CallFailed(0, SERVER_ERROR);
  if (navigator.pdfViewerEnabled === false) putOnDisk(file, name);
  else await print(file);
}

/** Saves a file that the page has. */
export function putOnDisk(file: Blob, name: string | null): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name ?? '';
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the file after this function has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
