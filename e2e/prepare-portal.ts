import fs from 'node:fs';
import { prepareTemplate, removeDataFolder } from './portal.ts';

/** `npm test` names a file with the template that it has prepared beside other tests (scripts/test.ts). */
const PREPARED = process.env.E2E_PREPARED;

/** Playwright calls what is returned at the end of the run. */
export default async function preparePortal(): Promise<() => void> {
  const { settings, folders } = readPrepared() ?? (await prepare());
  Object.assign(process.env, settings);
  return () => folders.forEach(removeDataFolder);
}

function prepare(): ReturnType<typeof prepareTemplate> {
  return prepareTemplate(Number(process.env.E2E_PORT ?? 3917));
}

function readPrepared(): Awaited<ReturnType<typeof prepare>> | undefined {
  return PREPARED !== undefined && fs.existsSync(PREPARED)
    ? JSON.parse(fs.readFileSync(PREPARED, 'utf8'))
    : undefined;
}

if (import.meta.main && PREPARED !== undefined) fs.writeFileSync(PREPARED, JSON.stringify(await prepare()));
