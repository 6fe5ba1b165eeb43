import { prepareTemplate } from './portal.ts';

/** Playwright calls what is returned at the end of the run. */
export default function preparePortal(): Promise<() => void> {
  return prepareTemplate(Number(process.env.E2E_PORT ?? 3917));
}
