import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { fileName } from '../../../lib/file-name.ts';

/** Stores an uploaded paper under its title. Refuses on `file` what is missing or no PDF by its content. */
export async function keepPaper(ctx: Context, file: UploadedFile | null, title: string) {
  if (!file || file.bytes.length === 0) throw fieldRefusal('file', 'Приложите документ');
  if (file.bytes.subarray(0, 5).toString('latin1') !== '%PDF-')
    throw fieldRefusal('file', 'Документ принимается в формате PDF');
  return {
    sha256: await ctx.files.put(file.bytes),
    name: `${fileName(title)}.pdf`,
    mime: 'application/pdf',
    sizeBytes: file.bytes.length,
  };
}
