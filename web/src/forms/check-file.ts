import { UPLOAD_MAX_BYTES } from '#contract/limits.ts';
import { formatBytes } from '../lib/format.ts';

export type FileRules = {
  /** Lower case, without the dot: `['png', 'jpg', 'pdf']`. */
  extensions: readonly string[];
  maxBytes?: number;
};

/** Returns null when the file may be sent, else a Russian sentence. The server checks the content itself. */
export function fileProblem(file: { name: string; size: number }, rules: FileRules): string | null {
  const { extensions, maxBytes = UPLOAD_MAX_BYTES } = rules;
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  const allowed = extensions.includes('jpg') ? [...extensions, 'jpeg'] : extensions;
  if (!allowed.includes(extension)) return `Подойдёт файл ${extensions.join(', ')}`;
  if (file.size === 0) return 'Файл пуст';
  if (file.size > maxBytes) return `Файл больше ${formatBytes(maxBytes)}`;
  return null;
}
