import { spawnSync } from 'node:child_process';
import { installFromDebian, mayInstallFromDebian } from './install-from-debian.ts';

/** Programs that read our PDFs and QR codes back, and the packages that bring them. */
const TOOLS = { pdftotext: 'poppler-utils', pdftoppm: 'poppler-utils', zbarimg: 'zbar-tools' };

function missingTools(): string[] {
  return Object.keys(TOOLS).filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
}

/** Installs the tools if that may be done without asking. Otherwise the PDF tests cannot run, so the run fails. */
if (missingTools().length > 0 && mayInstallFromDebian())
  installFromDebian([...new Set(Object.values(TOOLS))]);
const missing = missingTools();
if (missing.length > 0) {
  console.error(
    `The tests of paper need ${missing.join(', ')}: install poppler and zbar (Debian: sudo apt-get install poppler-utils zbar-tools).`,
  );
  process.exitCode = 1;
}
