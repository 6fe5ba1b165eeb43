// Shows the driver's card as it was last seen where there is no network. A link that was closed is forgotten.

const KEPT = 'magistral-driver';
const FILES = ['/driver.js', '/favicon.svg'];
const PATIENCE_MS = 6_000;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(openPage(request));
  else if (FILES.includes(pathname)) event.respondWith(openFile(request));
});

/** What the server says is newer; the page that is kept serves where it says nothing for some seconds. */
async function openPage(request) {
  const cache = await caches.open(KEPT);
  const fresh = self.fetch(request).then(async (reply) => {
    if (reply.headers.has('x-driver-card')) await cache.put(request, reply.clone());
    else if (reply.status < 500) await cache.delete(request);
    return reply;
  });
  const kept = await cache.match(request);
  if (!kept) return fresh;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, kept));
  return Promise.race([fresh, late]).catch(() => kept);
}

async function openFile(request) {
  const cache = await caches.open(KEPT);
  try {
    const reply = await self.fetch(request);
    if (reply.ok) await cache.put(request, reply.clone());
    return reply;
  } catch {
    return (await cache.match(request)) ?? Response.error();
  }
}
