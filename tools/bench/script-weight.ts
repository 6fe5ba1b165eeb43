import { brotliCompressSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { PROFILE_HEADERS, readProfile } from '#contract/identity/auth.ts';
import { followChanges } from '#contract/messaging/live.ts';
import { build, type Rolldown } from 'vite';

export interface Weight {
  /** Compressed by Brotli. */
  bytes: number;
  /** Scripts that contain the map's library. */
  maps: number;
}

/** Every script that a page loads until its network is idle. */
export async function weighRoute(within: Browser, url: string, session?: object): Promise<Weight> {
  const context = await within.newContext();
  const page = await context.newPage();
  const text = JSON.stringify(session);
  if (session) await page.addInitScript((auth) => localStorage.setItem('magistral.auth', auth), text);
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  });
  // The stream of changes never ends, and a page that holds it is never idle.
  await page.route(`**${followChanges.path}*`, (route) => route.abort());
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  if (new URL(page.url()).pathname !== new URL(url).pathname)
    throw new Error(`${url} leads to ${page.url()}`);
  const scripts = await Promise.all(bodies);
  await context.close();
  return {
    bytes: scripts.reduce((sum, script) => sum + brotliCompressSync(script).length, 0),
    maps: scripts.filter((script) => script.includes('maplibregl-canvas')).length,
  };
}

const ENTRY = 'virtual:yardstick';
const SOURCE = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
const router = createBrowserRouter([{ path: '*', element: createElement('p') }]);
createRoot(document.body).render(createElement(RouterProvider, { router }));
`;

/** Weighs the baseline: a page with React and its router that does nothing with them, built in the same run. */
export async function weighReactAndRouter(): Promise<number> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'yardstick',
        resolveId: (id) => (id === ENTRY ? ENTRY : null),
        load: (id) => (id === ENTRY ? SOURCE : null),
      },
    ],
    build: { write: false, target: 'es2023', rolldownOptions: { input: ENTRY } },
  })) as Rolldown.RolldownOutput;
  return built.output.reduce(
    (sum, part) => sum + (part.type === 'chunk' ? brotliCompressSync(part.code).length : 0),
    0,
  );
}

const ADMIN = '79000000001';

/** The session of the demonstration's administrator, as the page stores it. */
export async function signIn(product: string): Promise<object> {
  const { token } = await post({ route: 'auth/register', phone: ADMIN, recaptchaToken: 'bench' });
  const outbox = (await (await fetch(`${product}/dev/sms?phone=${ADMIN}`)).json()) as {
    data: { code: string | null }[];
  };
  const code = outbox.data[0]?.code;
  const { tokens } = await post({ route: 'auth/confirm', phone: ADMIN, token, code });
  const { data, permissions } = (await (
    await fetch(`${product}${readProfile.path}`, {
      headers: makeHeaders((tokens as { access: string }).access),
    })
  ).json()) as { data: object; permissions: string[] };
  return { tokens, expiresAt: Date.now() + 3_600_000, profile: data, permissions };

  async function post(body: object): Promise<Record<string, unknown>> {
    const reply = await fetch(`${product}/api/send-to-driver`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const input = (await reply.json()) as { code: number; data: Record<string, unknown> };
    if (input.code !== 200) throw new Error(JSON.stringify(input));
    return input.data;
  }
}

function makeHeaders(token: string): Record<string, string> {
  const version = {
    [PROFILE_HEADERS.apiKey]: 'magistral-web',
    [PROFILE_HEADERS.apiVersion]: PROFILE_HEADERS.version,
  };
  return { 'x-auth-token': token, ...version };
}
