// The driver's page: stations nearby, the answer that it waits for, and the card without a network. Everything else is in the page itself.

const LOOK_AGAIN_MS = 5_000;

const near = document.getElementById('near');
const list = document.getElementById('stations');
const note = document.getElementById('near-note');
const offline = document.getElementById('offline');

if ('serviceWorker' in navigator) {
  const worker = '/driver-worker.js';
  // The page allows an address of a script only where a policy has made it.
  const policy = window.trustedTypes?.createPolicy('driver', { createScriptURL: () => worker });
  const address = policy ? policy.createScriptURL(worker) : worker;
  navigator.serviceWorker.register(address, { scope: '/d/' }).catch(() => {
    // Some browsers refuse in a private window: the page then needs its network.
  });
}

function showConnection() {
  if (offline) offline.hidden = navigator.onLine;
}
showConnection();
window.addEventListener('offline', showConnection);
window.addEventListener('online', showConnection);

// A screen that goes dark at the pump has to be woken with gloves on. Without the permission the page works as it is.
if (document.querySelector('.qr') && 'wakeLock' in navigator) {
  const stayAwake = () =>
    document.visibilityState === 'visible' && navigator.wakeLock.request('screen').catch(() => {});
  void stayAwake();
  document.addEventListener('visibilitychange', () => void stayAwake());
}

const waiting = document.querySelectorAll('[data-waits]').length;
if (waiting > 0) setTimeout(() => void lookAgain(), LOOK_AGAIN_MS);

/** The page is drawn anew only once an answer has come: until then nothing moves under the finger. */
async function lookAgain() {
  if (document.visibilityState === 'visible' && (await hasAnswer())) location.reload();
  else setTimeout(() => void lookAgain(), LOOK_AGAIN_MS);
}

async function hasAnswer() {
  try {
    const reply = await window.fetch(location.href, { cache: 'no-store' });
    return reply.ok && (await reply.text()).split(' data-waits>').length - 1 < waiting;
  } catch {
    return false;
  }
}

// The page brings these texts in its own language.
const texts = near?.dataset;

if (near && 'geolocation' in navigator) {
  near.hidden = false;
  note.textContent = '';
  near.addEventListener('click', findNear);
  void showAllowed();
}

/** A driver who has allowed it once does not have to ask for the stations. */
async function showAllowed() {
  try {
    const { state } = await navigator.permissions.query({ name: 'geolocation' });
    if (state === 'granted') findNear();
  } catch {
    // Browsers without this question wait for the click.
  }
}

function findNear() {
  near.disabled = true;
  note.textContent = texts.locating;
  navigator.geolocation.getCurrentPosition(
    (place) => void showNear(place),
    () => say(texts.denied),
    {
      maximumAge: 60_000,
      timeout: 20_000,
    },
  );
}

async function showNear({ coords }) {
  const here = `lat=${coords.latitude.toFixed(4)}&lon=${coords.longitude.toFixed(4)}`;
  try {
    const reply = await window.fetch(`${location.pathname}/stations?${here}`);
    const { stations } = await reply.json();
    list.replaceChildren(...stations.map(rowOf));
    say(stations.length === 0 ? texts.none : texts.straight);
    // The page's own «Обновить» finds them again.
    near.hidden = stations.length > 0;
  } catch {
    say(texts.offline);
  }
}

function say(text) {
  note.textContent = text;
  near.disabled = false;
}

function rowOf({ name, address, lat, lon, metres, price, dry }) {
  const row = document.createElement('li');
  const title = document.createElement('a');
  title.href = `https://yandex.ru/maps/?rtext=~${lat},${lon}&rtt=auto`;
  title.rel = 'noreferrer';
  title.textContent = name;
  const far = document.createElement('b');
  far.textContent =
    metres < 1000 ? `${metres} ${texts.m}` : `${(metres / 1000).toFixed(1).replace('.', ',')} ${texts.km}`;
  const more = document.createElement('span');
  more.className = 'quiet';
  more.textContent =
    price === null ? address : `${address}. ДТ\u00a0${price.toFixed(2).replace('.', ',')}\u00a0₽`;
  row.append(title, far, more);
  if (dry) more.prepend(`${texts.dry}. `);
  return row;
}
