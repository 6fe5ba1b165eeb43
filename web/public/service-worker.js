// Opens the cabinet without a network: its pages, and the files that they were made of since the last update. What the
// server answers to calls is never kept here.

const KEPT = 'magistral-cabinet';
const PAGE = '/cabinet';
/** Every other page of the cabinet is made of the same document as this one. */
const LIST_PAGE = '/cabinet/card-transactions';

self.addEventListener('install', () => self.skipWaiting());

let keeping = Promise.resolve();

/** One after another: a later message must not count on a file that an earlier one removes. */
self.addEventListener('message', (event) => {
  const { files, opened } = event.data;
  keeping = keeping.then(() => (opened ? keep(files) : add(files))).catch(() => {});
  event.waitUntil(keeping);
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  const isCabinet = pathname === PAGE || pathname.startsWith(`${PAGE}/`);
  if (request.mode === 'navigate' && isCabinet)
    event.respondWith(openPage(request, pathname === PAGE ? PAGE : LIST_PAGE));
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
async function openPage(request, kept) {
  try {
    return await self.fetch(request);
  } catch (failure) {
    const page = await caches.match(kept);
    if (page) return page;
    throw failure;
  }
}

/** The name of a file has its hash in it, so one that is kept is the same. */
async function readFile(request) {
  return (await caches.match(request)) ?? self.fetch(request);
}

/** Adds the files to what is kept. */
async function add(files, pages = []) {
  const cache = await caches.open(KEPT);
  const known = new Set((await cache.keys()).map(({ url }) => url));
  await cache.addAll([...pages, ...files.filter((file) => !known.has(file))]);
}

/** Keeps an opened page. After an update it replaces what is kept: files of an older version would only take room. */
async function keep(files) {
  const cache = await caches.open(KEPT);
  const before = await cache.keys();
  const old = await readKept(cache);
  await add(files, [PAGE, LIST_PAGE]);
  if ((await readKept(cache)) === old) return;
  const pages = [PAGE, LIST_PAGE].map((page) => new URL(page, self.location.origin).href);
  const needed = new Set([...pages, ...files]);
  for (const request of before) if (!needed.has(request.url)) await cache.delete(request);
}

/** The page names the files of its version. */
async function readKept(cache) {
  return (await cache.match(PAGE))?.text();
}
