// Opens the cabinet without a network: its page, and the files that it was made of when it was last open. What the
// server answers to calls is never kept here.

const KEPT = 'magistral-cabinet';
const PAGE = '/cabinet';

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('message', (event) => {
  event.waitUntil(keep(event.data.files));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pathname === PAGE) event.respondWith(openPage(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(readFile(request));
});

/** A push has a title, a sentence and a path of ours; nothing of a person (docs/calls.md 23). */
self.addEventListener('push', (event) => {
  const { title, text, tag, path, action } = readPush(event.data);
  const data = { path };
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      tag,
      data,
      icon: '/icon-192.png',
      actions: action ? [{ action: 'open', title: action }] : [],
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPath(event.notification.data?.path));
});

/** A browser withdraws the permission where a push shows nothing. */
function readPush(data) {
  try {
    const { title, text, tag, path, action } = data.json();
    return {
      title: String(title),
      text: String(text ?? ''),
      tag: String(tag ?? ''),
      path: String(path ?? PAGE),
      action: String(action ?? ''),
    };
  } catch {
    return { title: 'Новое сообщение', text: 'Откройте кабинет, чтобы прочитать', tag: '', path: PAGE };
  }
}

/** In a window of the portal that is open already, else in a new one; never on another site. */
async function openPath(path) {
  const url = new URL(typeof path === 'string' ? path : PAGE, self.location.origin);
  const own = url.origin === self.location.origin ? url.href : PAGE;
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!open) return self.clients.openWindow(own);
  await open.focus();
  return open.navigate(own);
}

/** Whatever the server answers is newer. */
async function openPage(request) {
  try {
    return await self.fetch(request);
  } catch (failure) {
    const page = await caches.match(PAGE);
    if (page) return page;
    throw failure;
  }
}

/** The name of a file has its hash in it, so one that is kept is the same. */
async function readFile(request) {
  return (await caches.match(request)) ?? self.fetch(request);
}

/** Replaces what is kept: files of an older version would only take room. */
async function keep(files) {
  const cache = await caches.open(KEPT);
  const before = await cache.keys();
  const known = new Set(before.map(({ url }) => url));
  await cache.addAll([PAGE, ...files.filter((file) => !known.has(file))]);
  const needed = new Set([new URL(PAGE, self.location.origin).href, ...files]);
  for (const request of before) if (!needed.has(request.url)) await cache.delete(request);
}
