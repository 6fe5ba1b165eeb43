import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER =
  process.env.STATE_SCHEMAS ?? fileURLToPath(new URL('../../../../shared/data/xsd', import.meta.url));

/** Day on which a test makes a file of the State's exchange. */
export const FORM_DAY = '2026-09-30';

/** Folder of the State's schemas beside the project. Null means that this machine has none, and tests of them are skipped. */
export const STATE_SCHEMAS = existsSync(FOLDER) ? FOLDER : null;

/** Titles such a test, with the reason where it is skipped. */
export const SKIPPED_WITHOUT_SCHEMAS =
  STATE_SCHEMAS === null ? ' (skipped: the State’s schemas are not on this machine)' : '';
