import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
/** Pictures and fonts are compressed already. */
const COMPRESSIBLE = /\.(js|css|svg|json)$/;
/** Within a few per cent of the best, in a tenth of its time. */
const QUALITY = 9;

/** Writes a compressed file beside each hashed one. Otherwise the server compresses each again for every browser. */
export function precompressFiles(): Plugin {
  return {
    name: 'press-files',
    apply: 'build',
    writeBundle: {
      order: 'post',
      async handler({ dir }, bundle) {
        if (!dir) return;
        const files = Object.keys(bundle).filter(
          (file) => file.startsWith('assets/') && COMPRESSIBLE.test(file),
        );
        await Promise.all(files.map((file) => precompressFile(path.join(dir, file))));
      },
    },
  };
}

async function precompressFile(file: string): Promise<void> {
  const content = await fs.readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  await fs.writeFile(`${file}.br`, await compress(content, { params }));
}
